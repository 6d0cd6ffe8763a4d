import { SECOND } from "#contract/time.ts";
import { saveReview } from "#shop/reviews/endpoints.ts";
import { repeatTimes } from "../calls.ts";
import { type Figure, type Scenario, type ScenarioRun, toNoneFigure } from "../scenario.ts";
import { findP95, toUnansweredFigure } from "../watch.ts";
import { runBothWays, watchOthers, type Way, writeHead } from "./both-ways.ts";

const SENDERS = 50;
const PART = Buffer.alloc(64 * 1024, "x");
/** Paths that accept bodies larger than a form, with a size that nginx accepts. */
const UPLOADS = [
  { path: saveReview.path, length: 1_200_000 },
  { path: "/api/payments/webhook/razorpay", length: 250_000 },
] as const;

export const bodies: Scenario = {
  name: "bodies",
  summary: "the largest bodies for upload paths, repeatedly from one address without a link or a session",
  threat: "T52",
  engines: ["embedded"],
  inShortForm: true,
  run: (run) => runBothWays(run, (_shop, way) => attack(run, way)),
};

async function attack(run: ScenarioRun, way: Way): Promise<Figure[]> {
  const usual = await watchOthers(way, (run.isShort ? 1 : 5) * SECOND);
  const end = new AbortController();
  const sent = { bodies: 0, megabytes: 0 };
  const crowd = repeatTimes(SENDERS, async (place) => {
    while (!end.signal.aborted) await sendBody(way, UPLOADS[place % 2 ? 1 : 0], sent);
  });
  const others = await watchOthers(way, (run.isShort ? 3 : 10) * SECOND);
  end.abort();
  await Promise.all(crowd);
  run.say(
    `${way.name}: p95 of other visitors ${findP95(usual)} ms before the attack, ${findP95(others)} ms meanwhile; ${sent.bodies} bodies started, ${Math.round(sent.megabytes)} MB sent`,
  );
  return [
    toNoneFigure(`${way.name}: bodies on the disk of nginx`, way.nginx?.listBodies() ?? []),
    toUnansweredFigure(`${way.name}: other visitors without a response`, others),
  ];
}

/** Sends as much of a body as is accepted before the response. */
async function sendBody(
  way: Way,
  { path, length }: (typeof UPLOADS)[number],
  sent: { bodies: number; megabytes: number },
): Promise<void> {
  const socket = way.open();
  socket.on("error", () => {}).once("data", () => socket.destroy());
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  sent.bodies++;
  socket.write(
    writeHead(way, `POST ${path}`, { "Content-Type": "application/json", "Content-Length": String(length) }),
  );
  for (let left = length; left > 0 && !socket.destroyed; left -= PART.length) {
    sent.megabytes += PART.length / 2 ** 20;
    if (!socket.write(PART.subarray(0, left)))
      await Promise.race([new Promise((resolve) => socket.once("drain", resolve)), closed]);
  }
  await closed;
}
