import { SECOND } from "#contract/time.ts";
import { requestReturn } from "#shop/returns/endpoints.ts";
import { saveReview } from "#shop/reviews/endpoints.ts";
import { IDLE_HEADER } from "../../../desk/calls.ts";
import { repeatTimes } from "../calls.ts";
import { type Figure, type Scenario, type ScenarioRun, toNoneFigure } from "../scenario.ts";
import { findP95, toUnansweredFigure } from "../watch.ts";
import { DESK, runBothWays, watchOthers, type ShopRoute, writeHead } from "./both-ways.ts";

const SENDERS = 50;
const PART = Buffer.alloc(64 * 1024, "x");
const FORM = { "Content-Type": "application/json" };
const AT_DESK = { Host: new URL(DESK).host, Origin: DESK, [IDLE_HEADER]: "0" };

const UPLOADS: readonly Upload[] = [
  { method: saveReview.method, path: saveReview.path, length: 1_200_000, headers: FORM },
  { method: "POST", path: "/api/payments/webhook/razorpay", length: 250_000, headers: FORM },
  { method: requestReturn.method, path: requestReturn.path, length: 1_200_000, headers: FORM },
];
const UPLOADS_AT_DESK: readonly Upload[] = [
  {
    method: "POST",
    path: "/api/files",
    length: 60_000_000,
    headers: { ...AT_DESK, "Content-Type": "application/octet-stream" },
  },
  { method: "POST", path: "/api/run", length: 1_000_000, headers: { ...AT_DESK, ...FORM } },
  { method: "POST", path: "/api/join", length: 32_000, headers: { ...AT_DESK, ...FORM } },
];

interface Upload {
  method: string;
  path: string;
  length: number;
  headers: Record<string, string>;
}

export const bodies: Scenario = {
  name: "bodies",
  summary: "the largest bodies for upload paths, repeatedly from one address without a link or a session",
  threat: "T52",
  engines: ["embedded", "server"],
  inShortForm: true,
  run: (run) => runBothWays(run, (_shop, way) => attack(run, way)),
};

async function attack(run: ScenarioRun, way: ShopRoute): Promise<Figure[]> {
  const usual = await watchOthers(way, (run.isShort ? 1 : 5) * SECOND);
  const end = new AbortController();
  const sent = { bodies: 0, megabytes: 0 };
  const uploads = way.nginx ? [...UPLOADS, ...UPLOADS_AT_DESK] : UPLOADS;
  const crowd = repeatTimes(SENDERS, async (place) => {
    const upload = uploads[place % uploads.length];
    if (!upload) return;
    while (!end.signal.aborted) await sendBody(way, upload, sent);
  });
  const others = await watchOthers(way, (run.isShort ? 3 : 10) * SECOND);
  end.abort();
  await Promise.all(crowd);
  run.say(
    `${way.name}: p95 of other visitors ${findP95(usual)} ms before the attack, ${findP95(others)} ms meanwhile; ${sent.bodies} bodies started, ${Math.round(sent.megabytes)} MB sent`,
  );
  return [
    toNoneFigure("bodies on the disk of nginx", way.nginx?.listBodies() ?? []),
    toUnansweredFigure("other visitors without a response", others),
  ];
}

async function sendBody(
  way: ShopRoute,
  { method, path, length, headers }: Upload,
  sent: { bodies: number; megabytes: number },
): Promise<void> {
  const socket = way.open();
  socket.on("error", () => {}).once("data", () => socket.destroy());
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  sent.bodies++;
  socket.write(writeHead(way, `${method} ${path}`, { ...headers, "Content-Length": String(length) }));
  for (let left = length; left > 0 && !socket.destroyed; left -= PART.length) {
    sent.megabytes += PART.length / 2 ** 20;
    if (!socket.write(PART.subarray(0, left)))
      await Promise.race([new Promise((resolve) => socket.once("drain", resolve)), closed]);
  }
  await closed;
}
