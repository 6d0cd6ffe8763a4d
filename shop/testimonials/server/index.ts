/** The public API of the feature: what other features may use. */
export { anonymiseTestimonials, testimonialsOf } from "./own-testimonials.ts";
