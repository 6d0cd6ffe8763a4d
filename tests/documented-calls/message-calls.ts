import { htmlPage, type CallPlans, answerRefused, answerSilent } from "./played.ts";
import { fill, clickButton } from "./visitor-acts.ts";

const testimonial = { id: "t1", name: "Asha P.", rating: 4, message: "It sings." };

export const messageCalls = {
  "GET /api/testimonials": {
    page: "/feedback",
    as: "guest",
    bare: [{ body: [testimonial] }, "It sings.", "Asha P."],
    forms: [[{ body: { testimonials: [testimonial, null] } }, "It sings."]],
    failures: [
      [answerSilent(500), "Loading testimonials..."],
      [{ body: {} }, "Loading testimonials..."],
      [htmlPage, "Loading testimonials..."],
    ],
    full: [testimonial],
    others: { "*.rating": [9, -1, "five"], "*.id": [7] },
  },
  "POST /api/testimonials": {
    page: "/feedback",
    as: "customer",
    act: async () => {
      fill({ message: "It sings." });
      await clickButton("Submit");
    },
    bare: [{ status: 201, body: { message: "Thank you!" } }, "Thank you!"],
    forms: [[answerSilent(201), "Thank you."]],
    failures: [
      [answerRefused(400, "X", "error"), "X"],
      [answerSilent(500), "Something went wrong."],
    ],
  },
  "POST /api/contact": {
    page: "/contact",
    as: "guest",
    act: async () => {
      fill({ name: "Asha", email: "asha@example.com", message: "Do you ship to Goa?" });
      await clickButton("Send message");
    },
    bare: [{ body: { message: "We will write." } }, "We will write."],
    forms: [[answerSilent(202), "Thank you for your message."]],
    failures: [
      [answerSilent(500), "couldn't send your message", "Do you ship to Goa?"],
      [{ body: { error: "Closed." } }, "Closed.", "Do you ship to Goa?"],
    ],
  },
} satisfies CallPlans;
