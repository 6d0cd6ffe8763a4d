import { colours } from "#contract/colours.ts";
import { createRandom } from "#contract/random.ts";
import type { Order } from "./order.ts";
import { type TrackedOrder, buildTimeline, isEnd } from "./progress.ts";

/** A drawing of annual rings. It depends only on the order number, so each order has its own drawing. */
interface TreeRing {
  /** Closed SVG paths in a square with sides of {@link TREE_RING_SIDE}. The innermost ring is first. */
  paths: string[];
  /** The number of inner rings, which are only decoration. Each outer ring is a step of the order. */
  years: number;
  crack: string;
}

export const TREE_RING_SIDE = 240;

export const ORDER_RINGS = 4;

/** Returns how many steps the order has reached, 1 to 4. Null if it ended before delivery or has an unknown status. */
export function countGrownRings(order: TrackedOrder): number | null {
  const steps = buildTimeline(order);
  if (steps.length !== ORDER_RINGS || steps.some(({ name }) => isEnd(name))) return null;
  return steps.filter(({ done }) => done).length;
}

type RingOrder = Partial<Pick<Order, "withoutWood">>;

/** Returns the name of the drawing. It does not mention a tree if no piece of the order is made of wood. */
export const nameTreeRing = ({ withoutWood }: RingOrder): string =>
  withoutWood ? "Your order's rings" : "Your tree ring";

export const TREE_RING_MEANING =
  "Drawn from your order number. Each step adds a ring: placed, paid, dispatched, delivered.";

export const describeTreeRing = (ringCount: number, goods: RingOrder): string =>
  ringCount === ORDER_RINGS
    ? `${nameTreeRing(goods)}, drawn from your order number: all of its rings have grown`
    : `${nameTreeRing(goods)}, drawn from your order number: ${ringCount} of ${ORDER_RINGS} rings have grown`;

export function drawTreeRing(orderId: string): TreeRing {
  const random = createRandom(hashText(orderId));
  const between = (low: number, high: number) => low + (high - low) * random();
  const years = 6 + Math.floor(between(0, 4));
  const shape = createShape(between, years);
  const radii = createWidths(between, years);
  const rings = radii.map((radius, ring) =>
    Array.from({ length: POINTS }, (_, point) => {
      const angle = (point / POINTS) * FULL_TURN;
      const distance = shape.measure(radius, angle, ring) * between(0.991, 1.009);
      return {
        x: distance * Math.cos(angle) + shape.pith.x * (1 - radius),
        y: distance * Math.sin(angle) + shape.pith.y * (1 - radius),
      };
    }),
  );
  const place = fitInSquare(rings.at(-1) ?? []);
  return {
    years,
    paths: rings.map((points) => toSmoothPath(points.map(place))),
    crack: toCrackPath(place(shape.pith), between),
  };
}

/** Returns an SVG of at most 2 KB, small enough for documents and e-mails. Rings of future steps are dashed. */
export function renderTreeRing(orderId: string, ringCount: number): string {
  const { paths, years, crack } = drawTreeRing(orderId);
  const wood = paths.slice(0, years + ringCount).toReversed();
  const futurePaths = paths.slice(years + ringCount);
  const rim = ringCount === ORDER_RINGS ? `stroke-width="6" stroke-opacity="1"` : `stroke-width="1.6"`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${TREE_RING_SIDE} ${TREE_RING_SIDE}">`,
    `<g fill="none" stroke="${colours.edge}" stroke-dasharray="2 4" stroke-opacity=".6">`,
    ...futurePaths.map((path) => `<path d="${path}"/>`),
    `</g><g fill="${colours.turmeric}" fill-opacity=".085" stroke="${colours.walnut}" stroke-opacity=".55">`,
    ...wood.map((path, index) => `<path ${index === 0 ? `${rim} ` : ""}d="${path}"/>`),
    `</g><path fill="${colours.walnut}" fill-opacity=".6" d="${crack}"/></svg>`,
  ].join("");
}

const POINTS = 8;

const FULL_TURN = 2 * Math.PI;

const MARGIN = 8;

type RandomBetween = (low: number, high: number) => number;

interface Point {
  x: number;
  y: number;
}

const hashText = (text: string): number =>
  Array.from(text).reduce(
    (hash, character) => Math.imul(hash ^ character.charCodeAt(0), 16_777_619),
    2_166_136_261,
  );

function createWidths(between: RandomBetween, years: number): number[] {
  const widths = Array.from({ length: years + ORDER_RINGS }, (_, ring) => {
    if (ring >= years) return between(0.85, 1.15);
    const isLeanYear = between(0, 1) < 0.22;
    return between(0.55, 1.45) * (isLeanYear ? 0.5 : 1);
  });
  const total = widths.reduce((sum, width) => sum + width, 0);
  let sum = 0;
  return widths.map((width) => (sum += width) / total);
}

/** Returns the centre of the rings and a function for their shape: wavy, off-centre and with an old scar. */
function createShape(between: RandomBetween, years: number) {
  const waves = [2, 3, 4, 5].map((count) => ({
    count,
    size: (between(0.2, 1) / count ** 1.2) * 0.12,
    turn: between(0, FULL_TURN),
  }));
  const scar = {
    angle: between(0, FULL_TURN),
    since: Math.floor(between(1, years - 1)),
    size: between(0.05, 0.14) * (between(0, 1) < 0.5 ? -1 : 1),
  };
  const pith: Point = { x: between(-0.22, 0.22), y: between(-0.22, 0.22) };
  const measure = (radius: number, angle: number, ring: number): number => {
    let distance = radius;
    for (const { count, size, turn } of waves)
      distance *= 1 + size * Math.sqrt(radius) * Math.cos(count * angle + turn);
    if (ring < scar.since) return distance;
    const angleFromScar = Math.atan2(Math.sin(angle - scar.angle), Math.cos(angle - scar.angle));
    return (
      distance * (1 + scar.size * Math.exp(-angleFromScar * angleFromScar * 6 - (ring - scar.since) * 0.18))
    );
  };
  return { pith, measure };
}

function fitInSquare(outermost: readonly Point[]): (point: Point) => Point {
  const [left, right, top, bottom] = [
    Math.min(...outermost.map(({ x }) => x)),
    Math.max(...outermost.map(({ x }) => x)),
    Math.min(...outermost.map(({ y }) => y)),
    Math.max(...outermost.map(({ y }) => y)),
  ];
  const scale = (TREE_RING_SIDE - 2 * MARGIN) / Math.max(right - left, bottom - top);
  return ({ x, y }) => ({
    x: TREE_RING_SIDE / 2 + (x - (left + right) / 2) * scale,
    y: TREE_RING_SIDE / 2 + (y - (top + bottom) / 2) * scale,
  });
}

/** Returns a closed Catmull–Rom spline as cubic Béziers with relative, rounded coordinates. */
function toSmoothPath(points: readonly Point[]): string {
  const at = (index: number): Point => points.at(index % points.length)!;
  const start = { x: Math.round(at(0).x), y: Math.round(at(0).y) };
  let path = `M${start.x} ${start.y}`;
  let current = start;
  for (let index = 0; index < points.length; index++) {
    const [previous, from, to, next] = [at(index - 1), at(index), at(index + 1), at(index + 2)];
    const controlPoint = { x: from.x + (to.x - previous.x) / 6, y: from.y + (to.y - previous.y) / 6 };
    const arriving = { x: to.x - (next.x - from.x) / 6, y: to.y - (next.y - from.y) / 6 };
    // SVG's "s" derives its first control point from the previous curve. Only the first curve needs one.
    const controls = index === 0 ? [controlPoint, arriving, to] : [arriving, to];
    path += (index === 0 ? "c" : "s") + writeNumbers(controls.flatMap((point) => relate(point, current)));
    current = { x: Math.round(to.x), y: Math.round(to.y) };
  }
  return `${path}z`;
}

const relate = ({ x, y }: Point, to: Point): number[] => [Math.round(x) - to.x, Math.round(y) - to.y];

/** Omits the space before a minus sign, to keep the file small. */
const writeNumbers = (numbers: readonly number[]): string => numbers.join(" ").replaceAll(" -", "-");

function toCrackPath(pith: Point, between: RandomBetween): string {
  const [angle, length, kink] = [
    between(0, FULL_TURN),
    TREE_RING_SIDE * between(0.14, 0.26),
    between(-0.3, 0.3),
  ];
  const go = (turn: number, share: number): number[] => [
    Math.round(Math.cos(angle + turn) * length * share),
    Math.round(Math.sin(angle + turn) * length * share),
  ];
  const start = [Math.round(pith.x), Math.round(pith.y)];
  return `M${writeNumbers(start)}l${writeNumbers([...go(kink, 0.5), ...go(0, 0.6), ...go(Math.PI + 0.07, 0.62)])}z`;
}
