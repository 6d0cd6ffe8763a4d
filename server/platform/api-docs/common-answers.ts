import type { Endpoint } from "#contract/endpoint.ts";
import { busy, foreignOrigin, frameworkRefusal, type HttpRefusal, tooMany } from "../envelope.ts";

interface CommonAnswer {
  status: number;
  message: string;
  header?: "Allow" | "Retry-After";
  happensTo: (endpoint: Endpoint) => boolean;
}

const toldBy = ({ status, message }: HttpRefusal) => ({ status, message });
const always = () => true;
const takesBody = ({ method }: Endpoint) => method !== "GET";

/** What any call may answer beside its own refusals, for reasons that lie before it. */
export const commonAnswers: Readonly<Record<string, CommonAnswer>> = {
  BadRequest: { ...toldBy(frameworkRefusal(400)), happensTo: always },
  ForeignOrigin: {
    ...toldBy(foreignOrigin()),
    happensTo: (endpoint) => takesBody(endpoint) && endpoint.policy !== "webhook",
  },
  NotFound: { ...toldBy(frameworkRefusal(404)), happensTo: ({ path }) => path.includes(":") },
  MethodNotAllowed: {
    status: 405,
    message: "This address answers to other methods only.",
    header: "Allow",
    happensTo: always,
  },
  TooLarge: { ...toldBy(frameworkRefusal(413)), happensTo: takesBody },
  AddressTooLong: { ...toldBy(frameworkRefusal(414)), happensTo: always },
  UnsupportedMediaType: { ...toldBy(frameworkRefusal(415)), happensTo: takesBody },
  TooMany: { ...toldBy(tooMany(1_000)), header: "Retry-After", happensTo: always },
  Busy: { ...toldBy(busy(1_000)), header: "Retry-After", happensTo: always },
};
