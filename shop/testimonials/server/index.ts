export {
  anonymiseTestimonials,
  listOwnTestimonials,
  listAllTestimonials,
  listTestimonialValues,
  setTestimonialHidden,
} from "./testimonials.ts";
