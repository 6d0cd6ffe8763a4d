import { page, type PlayedCalls, refused, silent } from "./played.ts";
import { fill, press } from "./visitor-acts.ts";

const testimonial = { id: "t1", name: "Asha P.", rating: 4, message: "It sings." };

export const messageCalls = {
  "GET /api/testimonials": {
    page: "/feedback",
    as: "guest",
    bare: [{ body: [testimonial] }, "It sings.", "Asha P."],
    forms: [[{ body: { testimonials: [testimonial, null] } }, "It sings."]],
    failures: [
      [silent(500), "Loading testimonials..."],
      [{ body: {} }, "Loading testimonials..."],
      [page(), "Loading testimonials..."],
    ],
    full: [testimonial],
    others: { "*.rating": [9, -1, "five"], "*.id": [7] },
  },
  "POST /api/testimonials": {
    page: "/feedback",
    as: "customer",
    act: async () => {
      fill({ message: "It sings." });
      await press("Submit");
    },
    bare: [{ status: 201, body: { message: "Thank you!" } }, "Thank you!"],
    forms: [[silent(201), "Thank you."]],
    failures: [
      [refused(400, "X", "error"), "X"],
      [silent(500), "Something went wrong."],
    ],
  },
  "POST /api/contact": {
    page: "/contact",
    as: "guest",
    act: async () => {
      fill({ name: "Asha", email: "asha@example.com", message: "Do you ship to Goa?" });
      await press("Send message");
    },
    bare: [{ body: { message: "We will write." } }, "We will write."],
    forms: [[silent(202), "Thank you."]],
    failures: [[silent(500), "could not be sent", "Do you ship to Goa?"]],
  },
} satisfies PlayedCalls;
