/** The public API of the feature: the exports that other features may use. */
export {
  anonymiseTestimonials,
  listOwnTestimonials,
  listAllTestimonials,
  listTestimonialValues,
  setTestimonialHidden,
} from "./testimonials.ts";
