/** What of the picture's plane is seen: the point in the middle, and pixels a unit. */
export type Camera = { readonly x: number; readonly y: number; readonly scale: number };
export type Size = { readonly width: number; readonly height: number };
export type Point = { readonly x: number; readonly y: number };
export type Box = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number };

export const MIN_SCALE = 0.005;
export const MAX_SCALE = 40;

const clamp = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));

export const toScreen = ({ x, y, scale }: Camera, { width, height }: Size, point: Point): Point => ({
  x: (point.x - x) * scale + width / 2,
  y: (point.y - y) * scale + height / 2,
});

export const toPlane = ({ x, y, scale }: Camera, { width, height }: Size, point: Point): Point => ({
  x: (point.x - width / 2) / scale + x,
  y: (point.y - height / 2) / scale + y,
});

/** Moves the picture by so many pixels. */
export const panBy = (camera: Camera, dx: number, dy: number): Camera => ({
  ...camera,
  x: camera.x - dx / camera.scale,
  y: camera.y - dy / camera.scale,
});

/** Zooms by a factor; what is at `anchor`, in pixels, stays there. */
export function zoomAt(camera: Camera, size: Size, { factor, anchor }: { factor: number; anchor: Point }): Camera {
  const scale = clamp(camera.scale * factor, MIN_SCALE, MAX_SCALE);
  const still = toPlane(camera, size, anchor);
  return { scale, x: still.x - (anchor.x - size.width / 2) / scale, y: still.y - (anchor.y - size.height / 2) / scale };
}

/** Shows all of it, with room for names at the edges; few things are not drawn miles apart. */
export function fitTo(box: Box, size: Size, { padding, mostScale }: { padding: Point; mostScale: number }): Camera {
  const across = Math.max(box.right - box.left, 1e-6);
  const down = Math.max(box.bottom - box.top, 1e-6);
  const scale = Math.min(
    Math.max(size.width - 2 * padding.x, size.width / 3) / across,
    Math.max(size.height - 2 * padding.y, size.height / 3) / down,
    mostScale,
  );
  return {
    x: (box.left + box.right) / 2,
    y: (box.top + box.bottom) / 2,
    scale: clamp(scale, MIN_SCALE, MAX_SCALE),
  };
}

/** Room for the name of what is brought into view. */
const ROOM_PX = 60;

/** Moves as little as brings a point into view. */
export function reveal(camera: Camera, size: Size, point: Point): Camera {
  const { x, y } = toScreen(camera, size, point);
  const dx = clamp(x, Math.min(ROOM_PX, size.width / 2), Math.max(size.width - ROOM_PX, size.width / 2)) - x;
  const dy = clamp(y, Math.min(ROOM_PX, size.height / 2), Math.max(size.height - ROOM_PX, size.height / 2)) - y;
  return dx === 0 && dy === 0 ? camera : panBy(camera, dx, dy);
}

/** Do two boxes share any room? */
export const overlaps = (one: Box, other: Box): boolean =>
  one.left < other.right && one.right > other.left && one.top < other.bottom && one.bottom > other.top;
