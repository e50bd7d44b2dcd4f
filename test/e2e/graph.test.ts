import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MadeGraph, makeGraph } from '../unit/renderer/graph/make-graph.ts';
import { answerWithGraph } from './made-graph.ts';
import { findViolations, isBrowserMissing, type Opened, openPastWelcome } from './open-page.ts';

const PATIENCE_MS = 30_000;
const SAID = 'I moved to Ghent in May 2023. My sister Mira lives in Lisbon.';
const FRAMES = 90;
/** 30 frames a second. */
const MOST_MS = 1_000 / 30;

const visit = (page: Page, hash: string) => page.evaluate((to) => window.location.assign(to), hash);

/** Time between frames while `move` is called over and over; both cores are shared, so the middle one counts. */
async function measureFrames(page: Page, move: (nth: number) => Promise<void>) {
  await page.evaluate(() => {
    const times: number[] = [];
    const scope: { frameTimes?: number[]; isCounting?: boolean } = globalThis as object;
    Object.assign(scope, { frameTimes: times, isCounting: true });
    const tick = (ms: number) => {
      times.push(ms);
      if (scope.isCounting) requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  });
  for (let nth = 0; nth < FRAMES; nth += 1) await move(nth);
  const times = await page.evaluate(() => {
    const scope: { frameTimes?: number[]; isCounting?: boolean } = globalThis as object;
    scope.isCounting = false;
    return scope.frameTimes ?? [];
  });
  const gaps = times.slice(1).map((ms, nth) => ms - (times[nth] ?? ms));
  const sorted = [...gaps].sort((a, b) => a - b);
  const total = (times.at(-1) ?? 0) - (times[0] ?? 0);
  return {
    frames: gaps.length,
    medianMs: sorted[Math.floor(sorted.length / 2)] ?? Number.NaN,
    p95Ms: sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN,
    perSecond: (gaps.length * 1_000) / total,
  };
}

describe.skipIf(isBrowserMissing())('the graph in a browser, over the real engine', () => {
  let opened: Opened;
  let page: Page;
  let made: MadeGraph = makeGraph(30, 44);

  const showGraph = async (graph: MadeGraph, hash = '#/graph') => {
    made = graph;
    await visit(page, '#/search');
    await page.getByLabel('What to recall').waitFor();
    await visit(page, hash);
    await page
      .getByText(new RegExp(`^${graph.nodes.length.toLocaleString('en')} people`))
      .first()
      .waitFor();
    await page.locator('[data-placed=all]').waitFor();
  };

  beforeAll(async () => {
    opened = await openPastWelcome(PATIENCE_MS);
    page = opened.page;
  });
  afterAll(() => opened?.[Symbol.asyncDispose]());

  it('shows what was said a moment ago, and what was over by then', async () => {
    await page.getByLabel('Write', { exact: true }).fill(SAID);
    await page.getByLabel('Write', { exact: true }).press('Enter');
    await page.getByText('Learnt from this:').waitFor();
    await visit(page, '#/graph');
    const row = (name: string | RegExp) => page.getByRole('treeitem', { name });
    await row(/^You, person, \d links/).click();
    await row(/^You lives in Ghent, so since 1 May 2023/).waitFor();
    await row(/^Mira, person, /).click();
    await row(/^Mira lives in Lisbon, so/).waitFor();
    expect(await findViolations(page)).toEqual([]);
    await answerWithGraph(page, () => made);
  });

  it('says in words what the picture shows, and lists the same', async () => {
    await showGraph(makeGraph(30, 44));
    const picture = page.getByRole('application', { name: 'Picture of the links' });
    const id = await picture.getAttribute('aria-describedby');
    const words = await page.locator(`[id="${id}"]`).textContent();
    expect(words).toMatch(/^30 people, places and things, \d+ links; most linked: You, /);
    await page.getByRole('treeitem', { name: /^You, person, \d+ links/ }).waitFor();
    expect(await findViolations(page)).toEqual([]);
  });

  it('walks picture and list with the arrows, both to the same place', async () => {
    const picture = page.getByRole('application', { name: 'Picture of the links' });
    const here = page.locator('[role=treeitem][aria-selected=true]');
    await picture.focus();
    await page.keyboard.press('ArrowRight');
    expect(await here.textContent()).toContain('You, person');
    await page.keyboard.press('ArrowUp');
    expect(await here.textContent()).not.toContain('You, person');
    const list = page.getByRole('tree', { name: 'The same as a list' });
    await list.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    expect(await here.getAttribute('aria-expanded')).toBe('true');
    await page.keyboard.press('ArrowDown');
    expect(await here.getAttribute('aria-level')).toBe('2');
    await page.keyboard.press('ArrowRight');
    expect(await here.getAttribute('aria-level')).toBe('1');
    expect(await here.textContent()).not.toContain('You, person');
    await page.keyboard.press('Escape');
  });

  it('shows less by kind and by name, and what held on another day', async () => {
    await page.getByRole('button', { name: /^Places: \d+$/ }).click();
    expect(await page.getByRole('treeitem', { name: /, person, / }).count()).toBe(1);
    await page.getByRole('button', { name: /^Places: \d+$/ }).click();
    await page.getByLabel('Find a name').fill('nobody is called this');
    await page.getByText('Nobody and nothing fits these filters.').waitFor();
    await page.getByRole('button', { name: 'Show all', exact: true }).click();
    await page
      .getByRole('treeitem', { name: /, place, / })
      .first()
      .waitFor();
    const slider = page.getByRole('slider', { name: 'True at' });
    await slider.focus();
    await page.keyboard.press('Home');
    await page.waitForURL(/#\/graph\?true=\d{4}-\d{2}-\d{2}$/);
    expect(await page.getByText('No links on this day.').count()).toBeLessThanOrEqual(1);
    await page.getByRole('button', { name: 'Today', exact: true }).click();
    await page.waitForURL(/#\/graph$/);
  });

  it('says so when no link held on a day', async () => {
    await showGraph({ ...makeGraph(30, 44), edges: makeGraph(30, 44).edges.filter(({ validFrom }) => validFrom) });
    await visit(page, '#/graph?true=2015-06-01');
    await page.getByText('No links on this day.').waitFor();
    await visit(page, '#/graph');
  });

  it('opens an entity with Enter, on the day looked at', async () => {
    await page.getByRole('tree').focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await page.waitForURL(/#\/memory\/me$/);
  });

  it('opens what is clicked, and zooms and moves from the keyboard', async () => {
    await visit(page, '#/graph');
    await page.locator('[data-placed=all]').waitFor();
    const canvas = page.locator('canvas[data-graph]');
    const looks = async (key: string) => {
      await page.keyboard.press(key);
      // Marks, then names, then links are drawn over some frames: the picture is what no longer changes.
      for (let last: Uint8Array = new Uint8Array(); ; ) {
        await page.evaluate(
          () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))),
        );
        const now = await canvas.screenshot();
        if (now.equals(last)) return now;
        last = now;
      }
    };
    await page.getByRole('application', { name: 'Picture of the links' }).focus();
    const first = await looks('0');
    const nearer = await looks('+');
    const moved = await looks('Shift+ArrowLeft');
    expect([first.equals(nearer), nearer.equals(moved)]).toEqual([false, false]);
    expect(first.equals(await looks('0'))).toBe(true);

    const box = await canvas.boundingBox();
    if (!box) throw new Error('the picture has no place');
    const isOverSomething = () => canvas.evaluate((element) => element.style.cursor === 'pointer');
    for (let y = 40; y < box.height && !(await isOverSomething()); y += 20)
      for (let x = 40; x < box.width && !(await isOverSomething()); x += 20)
        await page.mouse.move(box.x + x, box.y + y);
    await page.mouse.down();
    await page.mouse.up();
    await page.waitForURL(/#\/memory\/[^/]+$/);
  });

  it('moves 5,000 entities and 15,000 links at more than 30 frames a second', async () => {
    await showGraph(makeGraph(5_000, 15_001));
    const canvas = page.locator('canvas[data-graph]');
    const box = await canvas.boundingBox();
    if (!box) throw new Error('the picture has no place');
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const before = await canvas.screenshot();
    await page.mouse.move(x, y);
    await page.mouse.down();
    const panning = await measureFrames(page, (n) =>
      page.mouse.move(x + 250 * Math.sin(n / 9), y + 90 * Math.cos(n / 7)),
    );
    await page.mouse.up();
    const zooming = await measureFrames(page, (n) => page.mouse.wheel(0, n % 60 < 30 ? -60 : 60));
    expect(before.equals(await canvas.screenshot())).toBe(false);
    console.log('frames while panning and zooming', JSON.stringify({ panning, zooming }));
    expect(panning.medianMs).toBeLessThan(MOST_MS);
    expect(zooming.medianMs).toBeLessThan(MOST_MS);
  });

  it('keeps the page free while 5,000 entities are placed', async () => {
    made = makeGraph(5_000, 15_001, 11);
    await visit(page, '#/search');
    await page.getByLabel('What to recall').waitFor();
    // A picture of strangers: ids of its own, so that nothing stands yet.
    const strange = (id: string) => (id === 'me' ? id : `x${id}`);
    made = {
      ...made,
      nodes: made.nodes.map((node) => ({ ...node, id: strange(node.id) as typeof node.id })),
      edges: made.edges.map((edge) => ({
        ...edge,
        from: strange(edge.from) as typeof edge.from,
        to: strange(edge.to) as typeof edge.to,
      })),
    };
    await visit(page, '#/graph');
    await page.getByText('Placing 5,000 people').waitFor();
    const placing = await measureFrames(page, () =>
      page.evaluate(() => new Promise((done) => requestAnimationFrame(done))).then(() => undefined),
    );
    console.log('frames while placing', JSON.stringify(placing));
    expect(placing.medianMs).toBeLessThan(MOST_MS);
    await page.locator('[data-placed=all]').waitFor();
  });

  it('lists first in a narrow window, and stays readable in the dark', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.evaluate(() => {
      document.documentElement.dataset.theme = 'dark';
    });
    await page.getByRole('tree').waitFor();
    expect(await page.locator('canvas[data-graph]').count()).toBe(0);
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Picture', exact: true }).click();
    await page.locator('canvas[data-graph]').waitFor();
    expect(await findViolations(page)).toEqual([]);
    const overflow = await page.evaluate(() => {
      const screen = document.querySelector('main section');
      return screen === null ? -1 : screen.scrollWidth - screen.clientWidth;
    });
    expect(overflow).toBe(0);
    expect(opened.complaints).toEqual([]);
    expect(opened.strangers).toEqual([]);
  });
});
