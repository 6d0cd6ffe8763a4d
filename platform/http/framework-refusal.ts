import { HttpRefusal, NOTHING_HERE } from "./http-refusal.ts";

/** The framework's own "no", in the shop's words. */
export const createFrameworkRefusal = (status: number) =>
  new HttpRefusal(status, frameworkCodes[status] ?? "bad_request", getFrameworkMessage(status));

const frameworkCodes: Record<number, string> = {
  400: "bad_request",
  404: "not_found",
  405: "method_not_allowed",
  408: "timeout",
  413: "too_large",
  414: "address_too_long",
  415: "unsupported_media_type",
  431: "headers_too_large",
};

function getFrameworkMessage(status: number): string {
  switch (status) {
    case 413:
      return "What you sent is too large.";
    case 414:
      return "This address is too long.";
    case 415:
      return "Please send JSON (content-type: application/json).";
    case 404:
      return NOTHING_HERE;
    default:
      return "The request could not be read. Please check it and try again.";
  }
}
