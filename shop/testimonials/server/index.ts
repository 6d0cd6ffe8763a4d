/** The door of the room: what others may use. */
export { openTestimonials } from "./open-testimonials.ts";
export { anonymiseTestimonials, testimonialsOf } from "./own-testimonials.ts";
