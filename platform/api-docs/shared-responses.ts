import type { Endpoint } from "#contract/endpoint.ts";
import { busy, createForeignOriginRefusal, type HttpRefusal, tooMany } from "../http-refusal.ts";
import { createFrameworkRefusal } from "../framework-refusal.ts";

interface SharedResponse {
  status: number;
  message: string;
  header?: "Allow" | "Retry-After";
  happensTo: (endpoint: Endpoint) => boolean;
}

const toResponse = ({ status, message }: HttpRefusal) => ({ status, message });
const always = () => true;
const takesBody = ({ method }: Endpoint) => method !== "GET";

/** What any call may answer beside its own refusals, for reasons that lie before it. */
export const sharedResponses: Readonly<Record<string, SharedResponse>> = {
  BadRequest: { ...toResponse(createFrameworkRefusal(400)), happensTo: always },
  ForeignOrigin: {
    ...toResponse(createForeignOriginRefusal()),
    happensTo: (endpoint) => takesBody(endpoint) && endpoint.policy !== "webhook",
  },
  NotFound: { ...toResponse(createFrameworkRefusal(404)), happensTo: ({ path }) => path.includes(":") },
  MethodNotAllowed: {
    status: 405,
    message: "This address answers to other methods only.",
    header: "Allow",
    happensTo: always,
  },
  TooLarge: { ...toResponse(createFrameworkRefusal(413)), happensTo: takesBody },
  AddressTooLong: { ...toResponse(createFrameworkRefusal(414)), happensTo: always },
  UnsupportedMediaType: { ...toResponse(createFrameworkRefusal(415)), happensTo: takesBody },
  TooMany: { ...toResponse(tooMany(1_000)), header: "Retry-After", happensTo: always },
  Busy: { ...toResponse(busy(1_000)), header: "Retry-After", happensTo: always },
};
