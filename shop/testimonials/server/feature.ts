import type { Feature } from "#platform/feature.ts";
import { route } from "#platform/http/route.ts";
import { defineParticipant } from "#platform/outbox/subscriber.ts";
import { unverifiedDataDeleted } from "#shop/accounts/events.ts";
import * as contracts from "../contracts.ts";
import { listTestimonials, submitTestimonial } from "../endpoints.ts";
import {
  anonymiseTestimonials,
  checkSamples,
  openTestimonials,
  findTestimonials,
  saveTestimonial,
} from "./testimonials.ts";

export const testimonials: Feature = {
  name: "testimonials",
  routes: [
    route(listTestimonials, contracts.listTestimonials, (context) => findTestimonials(context)),
    route(submitTestimonial, contracts.submitTestimonial, (context, { principal, body }) =>
      saveTestimonial(context, principal.accountId, body),
    ),
  ],
  subscribers: [
    // A stranger may have written testimonials before the e-mail address was verified, so the
    // account is removed from them (T9).
    defineParticipant(unverifiedDataDeleted, "testimonials.unproven-dropped", (tx, { accountId }) =>
      anonymiseTestimonials(tx, accountId),
    ),
  ],
  checks: [{ name: "testimonials", needs: "shop", risk: "law", check: checkSamples }],
  open: openTestimonials,
};
