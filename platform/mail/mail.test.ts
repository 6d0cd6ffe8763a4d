import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openMailServer } from "../../tests/support/mails.ts";
import { generateUuid } from "../ids.ts";
import { findNewestMail, getOutboxFolder } from "./saved-mails.ts";
import { sendMail } from "./send-mail.ts";
import { PermanentFailure } from "../outbox/subscriber.ts";

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(path.join(os.tmpdir(), "taruva-mail-"));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const mail = {
  to: "asha@example.com",
  subject: "₹ and a tree",
  text: "Hello Asha,\n\nfine.",
  html: "<p>Hello</p>",
};
const post = (smtpUrl?: string) => ({ smtpUrl, mailFrom: "Taruva <shop@shop.example>", dataDir });

test("without a mail server, a mail that is sent twice is saved as one file that other users of the machine cannot read", async () => {
  const id = generateUuid(Date.UTC(2026, 10, 20, 9));
  await sendMail(post(), mail, id);
  await sendMail(post(), mail, id);
  const names = readdirSync(getOutboxFolder(dataDir));
  expect(names).toEqual([`2026-11-20T09-00-00.000Z-${id}.eml`]);
  const file = path.join(getOutboxFolder(dataDir), names[0] ?? "");
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const whole = readFileSync(file, "utf8");
  expect(whole).toContain(`Message-ID: <${id}@shop.example>\n`);
  expect(whole).toContain("Subject: ₹ and a tree\n");
});

test.each([
  { to: "asha@example.com, evil@example.com" },
  { to: "asha@example.com\r\nBcc: evil@example.com" },
  { to: "Asha <asha@example.com>" },
  { to: "asha@example.com;evil@example.com" },
  { subject: "Hello\r\nBcc: evil@example.com" },
  { subject: "Hello\nX-Evil: 1" },
  { replyTo: "asha@example.com\r\nBcc: evil@example.com" },
])("a mail with %o is refused", async (evil) => {
  await expect(sendMail(post(), { ...mail, ...evil }, generateUuid(1))).rejects.toThrow();
  expect(await findNewestMail({ dataDir })).toBeNull();
});

test("a mail is sent by SMTP to one recipient, with the id of the delivery as its Message-ID", async () => {
  const server = await openMailServer();
  const id = generateUuid(Date.UTC(2026, 10, 20, 9));
  const attachments = [{ fileName: "TRV-1.pdf", type: "application/pdf", bytes: Buffer.from("a paper") }];
  const whole = { ...mail, replyTo: "ravi@example.com", attachments };
  await sendMail(post(`smtp://127.0.0.1:${server.port}`), whole, id);
  await server.close();
  expect(server.heard.filter((line) => line.startsWith("RCPT"))).toEqual(["RCPT TO:<asha@example.com>"]);
  expect(server.heard).toContain(`Message-ID: <${id}@shop.example>`);
  expect(server.heard).toContain("Reply-To: ravi@example.com");
  expect(server.heard).toContain("Content-Disposition: attachment; filename=TRV-1.pdf");
  expect(server.heard).toContain(Buffer.from("a paper").toString("base64"));
  expect(readdirSync(dataDir)).toEqual([]);
});

test("a picture in the HTML of a mail is attached to the mail, both in a saved file and by SMTP", async () => {
  const bytes = Buffer.from("a picture");
  const attachments = [{ fileName: "ring.png", type: "image/png", bytes, contentId: "ring" }];
  const whole = { ...mail, html: '<img src="cid:ring">', attachments };
  await sendMail(post(), whole, generateUuid(1));
  const saved = readFileSync((await findNewestMail({ dataDir }))?.file ?? "", "utf8");
  const server = await openMailServer();
  await sendMail(post(`smtp://127.0.0.1:${server.port}`), whole, generateUuid(1));
  await server.close();
  for (const lines of [saved.split("\n"), server.heard]) {
    expect(lines).toContain("Content-ID: <ring>");
    expect(lines.join("\n")).toMatch(
      /multipart\/alternative[^]*multipart\/related[^]*text\/html[^]*image\/png/,
    );
    expect(lines.join("\n")).toMatch(/Content-Disposition: inline; filename="?ring.png/);
    expect(lines.map((line) => line.trim())).toContain(bytes.toString("base64"));
  }
});

test("a recipient that the mail server does not know is a permanent failure, and a temporary rejection is not", async () => {
  const server = await openMailServer();
  const send = () => sendMail(post(`smtp://127.0.0.1:${server.port}`), mail, generateUuid(1));
  server.refusals.set(mail.to, "550 no such mailbox");
  await expect(send()).rejects.toThrow(PermanentFailure);
  server.refusals.set(mail.to, "451 try again later");
  await expect(send()).rejects.not.toThrow(PermanentFailure);
  await server.close();
});

test("no line in the text of a mail is taken for a header", async () => {
  await sendMail(
    post(),
    { ...mail, text: "Reply-To: evil@example.com\nTo: evil@example.com" },
    generateUuid(1),
  );
  expect(await findNewestMail({ dataDir })).toMatchObject({ to: mail.to, replyTo: "" });
});

test.each<[string, (socket: Socket) => void]>([
  ["sends nothing", () => {}],
  ["sends only a greeting", (socket) => socket.write("220 ready\r\n")],
  ["sends lines without an end", (socket) => drip(socket)],
])("sending a mail to a server that %s times out, and the mail can be sent again (T28)", async (_, how) => {
  const sockets: Socket[] = [];
  const hanging = createServer((socket) => {
    sockets.push(socket.on("error", () => {}));
    how(socket);
  }).listen(0, "127.0.0.1");
  await once(hanging, "listening");
  const { port } = hanging.address() as AddressInfo;
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  let outcome: unknown = null;
  const sending = sendMail(post(`smtp://127.0.0.1:${port}`), mail, generateUuid(1)).then(
    () => (outcome = "sent"),
    (cause: unknown) => (outcome = cause),
  );
  try {
    await expect.poll(() => sockets.length).toBeGreaterThan(0);
    vi.advanceTimersByTime(46_000);
    await sending;
  } finally {
    vi.useRealTimers();
    for (const socket of sockets) socket.destroy();
    hanging.close();
  }
  expect(outcome).toBeInstanceOf(Error);
  expect(outcome).not.toBeInstanceOf(PermanentFailure);
  const well = await openMailServer();
  await sendMail(post(`smtp://127.0.0.1:${well.port}`), mail, generateUuid(1));
  await well.close();
  expect(well.heard.filter((line) => line.startsWith("RCPT"))).toHaveLength(1);
});

/** Sends a line every 20 ms, so that the idle timeout never closes the connection. */
function drip(socket: Socket): void {
  const timer = setInterval(() => socket.write("220-wait\r\n"), 20);
  socket.on("close", () => clearInterval(timer));
}
