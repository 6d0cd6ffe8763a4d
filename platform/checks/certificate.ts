import { isIP } from "node:net";
import { connect, type PeerCertificate } from "node:tls";
import { formatDate } from "#contract/dates.ts";
import { DAY, SECOND } from "#contract/time.ts";
import type { Config } from "../config/config.ts";
import { type Finding, toFindings } from "./finding.ts";

const GIVES_UP_MS = 8 * SECOND;
/** Certificates are renewed about a month before they expire, so less time indicates a problem. */
const SOON_DAYS = 14;

/** The certificate at the public address. */
interface Presented {
  validTo: Date;
  /** The reason why a browser would reject it; null if it is valid. */
  refused: string | null;
}

/** Checks the certificate of PUBLIC_URL, if that is https. */
export async function checkCertificate({
  config: { publicUrl },
  now,
}: {
  config: Pick<Config, "publicUrl">;
  now(): Date;
}): Promise<Finding[]> {
  const { protocol, hostname, port } = new URL(publicUrl);
  if (protocol !== "https:") return [];
  const presented = await fetchCertificate(hostname, Number(port) || 443).catch((cause: Error) => cause);
  if (!(presented instanceof Error)) return checkPresented(presented, now());
  const what = `nobody answers at ${publicUrl}: ${presented.message}`;
  return [
    { about: "PUBLIC_URL", what, remedy: "See that the proxy runs, and that the name leads to this machine" },
  ];
}

/** Checks a certificate. An expired certificate has only this finding. */
export function checkPresented({ validTo, refused }: Presented, now: Date): Finding[] {
  const renew = "Renew it at the proxy, and see why it was not renewed by itself";
  const days = Math.floor((validTo.getTime() - now.getTime()) / DAY);
  return toFindings([
    [days < 0, "PUBLIC_URL", `its certificate expired on ${formatDate(validTo)}`, renew],
    [
      days >= 0 && refused !== null,
      "PUBLIC_URL",
      `browsers do not trust its certificate: ${refused}`,
      "Have the proxy present a certificate for this name, with those between it and its root",
    ],
    [
      days >= 0 && days < SOON_DAYS && refused === null,
      "PUBLIC_URL",
      `its certificate expires in ${days} days, on ${formatDate(validTo)}`,
      renew,
    ],
  ]);
}

const fetchCertificate = (host: string, port: number): Promise<Presented> =>
  new Promise((resolve, reject) => {
    // The certificate is verified below, so that an expired certificate can be reported.
    const socket = connect(
      { host, port, ...(isIP(host) === 0 && { servername: host }), rejectUnauthorized: false },
      () => {
        const { valid_to: validTo } = socket.getPeerCertificate() as Partial<PeerCertificate>;
        const refused = socket.authorized ? null : String(socket.authorizationError);
        socket.destroy();
        resolve({ validTo: new Date(validTo ?? Number.NaN), refused });
      },
    );
    socket.setTimeout(GIVES_UP_MS, () => socket.destroy(new Error("no answer")));
    socket.once("error", reject);
  });
