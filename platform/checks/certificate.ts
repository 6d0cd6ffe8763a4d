import { isIP } from "node:net";
import { connect, type PeerCertificate } from "node:tls";
import { formatDate } from "#contract/dates.ts";
import { DAY, SECOND } from "#contract/time.ts";
import type { Finding } from "./finding.ts";

const GIVES_UP_MS = 8 * SECOND;
/** Certificates renew themselves about a month ahead: with less than this left something keeps them from it. */
const SOON_DAYS = 14;

/** What was presented at the public address, and whether a browser would believe it. */
interface Presented {
  validTo: Date;
  /** Why a browser would refuse it; null when it would not. */
  refused: string | null;
}

/** The certificate that customers are shown at `publicUrl`, when that is https. */
export async function checkCertificate(publicUrl: string, now: Date): Promise<Finding[]> {
  const { protocol, hostname, port } = new URL(publicUrl);
  if (protocol !== "https:") return [];
  const presented = await fetchCertificate(hostname, Number(port) || 443).catch((cause: Error) => cause);
  const found =
    presented instanceof Error
      ? {
          what: `nobody answers at ${publicUrl}: ${presented.message}`,
          remedy: "See that the proxy runs, and that the name leads to this machine",
        }
      : describeCertificate(presented, now);
  return found === null ? [] : [{ about: "PUBLIC_URL", ...found }];
}

/** What is wrong with a certificate, and what to do; null when nothing is. */
export function describeCertificate(
  { validTo, refused }: Presented,
  now: Date,
): Omit<Finding, "about"> | null {
  const remedy = "Renew it at the proxy, and see why it was not renewed by itself";
  const days = Math.floor((validTo.getTime() - now.getTime()) / DAY);
  if (days < 0) return { what: `its certificate has expired on ${formatDate(validTo)}`, remedy };
  if (refused !== null)
    return {
      what: `browsers do not believe its certificate: ${refused}`,
      remedy: "Have the proxy present a certificate for this name, with those between it and its root",
    };
  return days < SOON_DAYS
    ? { what: `its certificate expires in ${days} days, on ${formatDate(validTo)}`, remedy }
    : null;
}

const fetchCertificate = (host: string, port: number): Promise<Presented> =>
  new Promise((resolve, reject) => {
    // Looked at here, so that an expired one is seen and named.
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
