/** The public API of the feature: what other features may use. */
export {
  anonymiseTestimonials,
  listOwnTestimonials,
  listAllTestimonials,
  listTestimonialValues,
  setTestimonialHidden,
} from "./testimonials.ts";
