import { ME } from '../../../main/contract/index.ts';
import type { Box, Point } from './camera.pure.ts';
import { bowOf, hasBows, type Lens, pointAt, radiusFor, type Scene, screenPoint } from './draw.ts';
import { boxOf, type Placed, placeLabels, type Wanted } from './labels.pure.ts';
import { type Link, otherEnd } from './model.pure.ts';

export type Highlight = { readonly place: number; readonly link: Link | null } | null;

/** Which names and which words on links are written, and on which side of their marks. */
export type Words = { readonly names: readonly Placed[]; readonly links: readonly Link[] };

type MarkOf = { readonly place: number; readonly highlight: Highlight };

export type Measure = {
  readonly widthOfName: (place: number) => number;
  readonly widthOfLink: (link: Link) => number;
};

const MOST_NAMES = 70;
/** Among thousands of marks fewer names are read more easily. */
const MOST_NAMES_OF_MANY = 36;
const MANY = 1_000;
const RING_PX = 7;
const MOST_LINK_WORDS = 60;
/** Names do not cover marks while the marks can be told apart. */
const MOST_MARKS = 200;

/** The middle of a link as it is drawn. */
export function middleOf(scene: Scene, lens: Lens, link: Link): Point {
  const from = screenPoint(scene, lens, link.a);
  const to = screenPoint(scene, lens, link.b);
  if (!hasBows(scene)) return { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
  const bow = bowOf(from, to, link.lane);
  return { x: (from.x + 2 * bow.x + to.x) / 4, y: (from.y + 2 * bow.y + to.y) / 4 };
}

/** How far a name stays away from the middle of its mark: `me` is larger, and what is in focus has a ring. */
export function markRadius(scene: Scene, lens: Lens, { place, highlight }: MarkOf): number {
  const radius = radiusFor(scene, lens.camera.scale);
  if (place === highlight?.place) return radius + RING_PX;
  return scene.indexed.data.nodes[place]?.id === ME ? Math.max(4, radius * 1.4) : radius;
}

/** To which side its links pull: above 0 to the right. Of the many links of a hub a few say enough. */
function pullOf({ shown, positions }: Scene, place: number): number {
  const { x } = pointAt(positions, place);
  const links = (shown.linksOf.get(place) ?? []).slice(0, 24);
  return links.reduce((sum, link) => {
    const dx = pointAt(positions, otherEnd(link, place)).x - x;
    return sum + Math.sign(dx) * Math.min(1, Math.abs(dx));
  }, 0);
}

/** The nodes that are spoken of: of what is in focus and its neighbours, else of all, most linked first. */
function placesOf({ shown }: Scene, highlight: Highlight): readonly number[] {
  if (highlight === null) return shown.nodes;
  const { place } = highlight;
  const near = (shown.linksOf.get(place) ?? []).map((link) => otherEnd(link, place));
  return [...new Set([place, ...(highlight.link ? [otherEnd(highlight.link, place)] : []), ...near])];
}

/** Chooses what is written at this zoom: the most linked names first, then words on links where few are to be seen. */
export function planWords(
  { scene, lens, highlight }: { readonly scene: Scene; readonly lens: Lens; readonly highlight: Highlight },
  { widthOfName, widthOfLink }: Measure,
): Words {
  const { size } = lens;
  const { shown } = scene;
  const isSeen = ({ x, y }: Point) => x >= 0 && y >= 0 && x <= size.width && y <= size.height;
  const markOf = (place: number) => markRadius(scene, lens, { place, highlight });
  const wanted: Wanted[] = [];
  for (const place of placesOf(scene, highlight)) {
    const point = screenPoint(scene, lens, place);
    if (!isSeen(point)) continue;
    const isStartFreer = pullOf(scene, place) > 0;
    wanted.push({ key: place, point, radius: markOf(place), width: widthOfName(place), isStartFreer });
    if (wanted.length >= MOST_NAMES * 6) break;
  }
  const marks = highlight === null ? shown.nodes : wanted.map(({ key }) => key);
  const taken: Box[] =
    marks.length > MOST_MARKS
      ? []
      : marks.map((place) => {
          const { x, y } = screenPoint(scene, lens, place);
          const r = markOf(place) + 2;
          return { left: x - r, right: x + r, top: y - r, bottom: y + r };
        });
  const most = shown.nodes.length > MANY ? MOST_NAMES_OF_MANY : MOST_NAMES;
  const names = placeLabels(wanted, { size, most, taken });
  const points = new Map(wanted.map((each) => [each.key, each]));
  const nameBoxes = names.flatMap(({ key, side }) => {
    const each = points.get(key);
    return each ? [boxOf(each, side)] : [];
  });
  return { names, links: planLinkWords({ scene, lens, highlight }, { taken: [...taken, ...nameBoxes], widthOfLink }) };
}

function planLinkWords(
  { scene, lens, highlight }: { readonly scene: Scene; readonly lens: Lens; readonly highlight: Highlight },
  { taken, widthOfLink }: { readonly taken: readonly Box[]; readonly widthOfLink: Measure['widthOfLink'] },
): readonly Link[] {
  const { shown, positions } = scene;
  const own = highlight === null ? shown.links : (shown.linksOf.get(highlight.place) ?? []);
  const first = highlight?.link ? [highlight.link] : [];
  const links = [...first, ...own.filter((link) => link.id !== highlight?.link?.id)];
  if (links.length > MOST_LINK_WORDS * 3) return first;
  const wanted: Wanted[] = [];
  links.forEach((link, nth) => {
    const from = pointAt(positions, link.a);
    const to = pointAt(positions, link.b);
    const width = widthOfLink(link);
    // A word longer than its link says nothing about which link it belongs to.
    if (Math.hypot(from.x - to.x, from.y - to.y) * lens.camera.scale < width + 16) return;
    const { x, y } = middleOf(scene, lens, link);
    // Centred on its point: as a name under a mark without size, moved up by half its height.
    wanted.push({ key: nth, point: { x, y: y - 13 }, radius: 0, width });
  });
  const placed = placeLabels(wanted, { size: lens.size, most: MOST_LINK_WORDS, taken, sides: ['under'] });
  return placed.flatMap(({ key }) => {
    const link = links[key];
    return link ? [link] : [];
  });
}
