import Fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sendError } from "#platform/http/envelope.ts";
import { createTestContext, type TestContext } from "../../../tests/support/database.ts";
import { stockProducts } from "../../../tests/support/products.ts";
import { describeDrawing, getDrawingHref } from "../sizes.ts";
import { drawSizes, serveSizeDrawings } from "./size-drawing.ts";
import { refreshSnapshot } from "./snapshot/snapshot.ts";

const tray = { title: "Serving Tray", subcategory: "Tray" };
const inches = (L: number, B: number, H: number) => ({ L, B, H });
const draw = (
  product: typeof tray,
  size: ReturnType<typeof inches>,
  corners?: [number, number][],
  ratio = 1,
) => drawSizes([{ product, size, outline: corners ? { ratio, corners } : null }], "A & B");

test("a product is drawn to scale beside a hand (18 cm), a roti (18 cm) and a tumbler (10 cm)", () => {
  const drawing = draw(tray, inches(18, 12, 2.5));
  expect(drawing).toContain('<rect width="45.7" height="30.5"');
  expect(drawing).toContain('<circle cx="9" cy="9" r="9"/>');
  expect(drawing.match(/<text[^>]*>[^<]+/g)?.map((text) => text.replace(/.*>/, ""))).toEqual([
    "45.7 × 30.5 cm",
    "6.4 cm high",
    "Hand",
    "18 cm",
    "Roti",
    "18 cm",
    "Tumbler",
    "10 cm",
  ]);
  expect(drawing).toContain("<title>A &#38; B</title>");
  expect(drawing).not.toMatch(/style|script|href/);
});

test("the uneven outline of a photographed piece is drawn as a rectangle if it is nearly rectangular, and otherwise with round corners", () => {
  const uneven: [number, number][] = [
    [0, 0],
    [0.5, 0.01],
    [1, 0],
    [0.99, 0.5],
    [1, 1],
    [0, 1],
  ];
  expect(draw(tray, inches(18, 12, 2.5), uneven, 1.5)).toContain('<rect width="45.7" height="30.5"');
  const leaf: [number, number][] = [
    [0.5, 0],
    [1, 0.4],
    [0.8, 1],
    [0.2, 1],
    [0, 0.4],
  ];
  expect(draw(tray, inches(12, 12, 1), leaf)).toContain('<path d="M14.08 0.94Q15.25 0 16.42 0.94');
});

test("the size drawing has a text description for screen readers", () => {
  expect(describeDrawing([{ title: "Gol Tray", size: [inches(12, 12, 1)] }])).toBe(
    "Gol Tray: 30.5 cm across, 2.5 cm high. Drawn to scale beside a hand (18 cm), a roti (18 cm across) and a tumbler (10 cm high)",
  );
});

describe("the URL of a size drawing", () => {
  let context: TestContext;
  let app: FastifyInstance;

  beforeAll(async () => {
    context = await createTestContext();
    await stockProducts(context, [{ id: "tray" }, { id: "bowl" }]);
    await context.database.pool.query(`update product set sizes = '[{"L":12,"B":9,"H":2}]'`);
    await refreshSnapshot(context);
    app = Fastify();
    app.setErrorHandler((cause, request, reply) => sendError(cause, request, reply));
    await app.register((drawings) => serveSizeDrawings(drawings, context));
  });
  afterAll(async () => {
    await app.close();
    await context.close();
  });
  const get = (url: string) => app.inject({ method: "GET", url });

  test("a size drawing shows only those requested products that are in the shop", async () => {
    const answer = await get(getDrawingHref(["tray", "gone", "bowl"]));
    expect(answer.statusCode).toBe(200);
    expect(answer.headers["content-type"]).toBe("image/svg+xml");
    expect(answer.headers["content-security-policy"]).toContain("default-src 'none'");
    expect(answer.body.match(/30\.5 × 22\.9 cm</g)).toHaveLength(2);
  });
});
