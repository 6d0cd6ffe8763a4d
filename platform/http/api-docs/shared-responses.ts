import type { Endpoint } from "#contract/endpoint.ts";
import {
  createBusyRefusal,
  createForeignOriginRefusal,
  type HttpRefusal,
  createTooManyRefusal,
} from "../http-refusal.ts";
import { createFrameworkRefusal } from "../framework-refusal.ts";

interface SharedResponse {
  status: number;
  message: string;
  header?: "Allow" | "Retry-After";
  happensTo: (endpoint: Endpoint) => boolean;
}

const toResponse = ({ status, message }: HttpRefusal) => ({ status, message });
const isAlways = () => true;
const hasBody = ({ method }: Endpoint) => method !== "GET";

/** What any call may answer beside its own refusals, for reasons that lie before it. */
export const sharedResponses: Readonly<Record<string, SharedResponse>> = {
  BadRequest: { ...toResponse(createFrameworkRefusal(400)), happensTo: isAlways },
  ForeignOrigin: {
    ...toResponse(createForeignOriginRefusal()),
    happensTo: (endpoint) => hasBody(endpoint) && endpoint.policy !== "webhook",
  },
  NotFound: { ...toResponse(createFrameworkRefusal(404)), happensTo: ({ path }) => path.includes(":") },
  MethodNotAllowed: {
    status: 405,
    message: "This address answers to other methods only.",
    header: "Allow",
    happensTo: isAlways,
  },
  TooLarge: { ...toResponse(createFrameworkRefusal(413)), happensTo: hasBody },
  AddressTooLong: { ...toResponse(createFrameworkRefusal(414)), happensTo: isAlways },
  UnsupportedMediaType: { ...toResponse(createFrameworkRefusal(415)), happensTo: hasBody },
  TooMany: { ...toResponse(createTooManyRefusal(1_000)), header: "Retry-After", happensTo: isAlways },
  Busy: { ...toResponse(createBusyRefusal(1_000)), header: "Retry-After", happensTo: isAlways },
};
