import type { Socket } from "socket.io";
import { readCookies } from "./cookies.ts";
import type { Principal } from "./route.ts";

/** Whose connection it is, by the access token of the handshake and the session cookie. */
export type FindSocketPrincipal = (
  accessToken: string,
  cookies: Record<string, string>,
) => Promise<Principal | null>;

/** Joins the connection to the rooms of its account and its session; false when it proves neither. */
export async function authenticateSocket(
  socket: Socket,
  findPrincipal: FindSocketPrincipal,
): Promise<boolean> {
  const token: unknown = socket.handshake.auth["token"];
  if (typeof token !== "string") return false;
  const principal = await findPrincipal(token, readCookies(socket.handshake.headers.cookie));
  if (!principal) return false;
  await socket.join([`account:${principal.accountId}`, `session:${principal.sessionId}`]);
  return true;
}
