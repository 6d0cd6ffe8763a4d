import type { Endpoint } from "#contract/endpoint.ts";
import { busy, foreignOrigin, type HttpRefusal, tooMany } from "../http-refusal.ts";
import { frameworkRefusal } from "../framework-refusal.ts";

interface SharedResponse {
  status: number;
  message: string;
  header?: "Allow" | "Retry-After";
  happensTo: (endpoint: Endpoint) => boolean;
}

const responseOf = ({ status, message }: HttpRefusal) => ({ status, message });
const always = () => true;
const takesBody = ({ method }: Endpoint) => method !== "GET";

/** What any call may answer beside its own refusals, for reasons that lie before it. */
export const sharedResponses: Readonly<Record<string, SharedResponse>> = {
  BadRequest: { ...responseOf(frameworkRefusal(400)), happensTo: always },
  ForeignOrigin: {
    ...responseOf(foreignOrigin()),
    happensTo: (endpoint) => takesBody(endpoint) && endpoint.policy !== "webhook",
  },
  NotFound: { ...responseOf(frameworkRefusal(404)), happensTo: ({ path }) => path.includes(":") },
  MethodNotAllowed: {
    status: 405,
    message: "This address answers to other methods only.",
    header: "Allow",
    happensTo: always,
  },
  TooLarge: { ...responseOf(frameworkRefusal(413)), happensTo: takesBody },
  AddressTooLong: { ...responseOf(frameworkRefusal(414)), happensTo: always },
  UnsupportedMediaType: { ...responseOf(frameworkRefusal(415)), happensTo: takesBody },
  TooMany: { ...responseOf(tooMany(1_000)), header: "Retry-After", happensTo: always },
  Busy: { ...responseOf(busy(1_000)), header: "Retry-After", happensTo: always },
};
