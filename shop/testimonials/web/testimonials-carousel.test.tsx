// @vitest-environment jsdom
import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { TestimonialsCarousel } from "./testimonials-carousel.tsx";

const createTestimonials = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    _id: `t${index}`,
    id: `t${index}`,
    name: `Customer ${index + 1}`,
    rating: 5,
    message: `Lovely ${index + 1}`,
  }));

let narrow = false;

beforeEach(() => {
  narrow = false;
  vi.stubGlobal("matchMedia", () => ({
    get matches() {
      return narrow;
    },
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
  Element.prototype.scrollTo = () => {};
});

const stubAnswer = (list: unknown) => vi.stubGlobal("fetch", async () => Response.json(list));

async function show(count: number) {
  stubAnswer(createTestimonials(count));
  render(<TestimonialsCarousel feedbackHref="/feedback-form" />);
  await screen.findByRole("list", { name: "Testimonials" });
  const button = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });
  return { next: button("Next testimonial"), previous: button("Previous testimonial") };
}

const place = () => screen.getByText(/ of /, { selector: "[aria-live]" }).textContent;

async function clickToTheEnd(button: HTMLButtonElement): Promise<number> {
  let clicks = 0;
  for (; !button.disabled; clicks++) await userEvent.click(button);
  return clicks;
}

test("a wide carousel shows four testimonials and moves one card for each click, until the last four are shown (§2.4)", async () => {
  const { next, previous } = await show(6);
  expect(place()).toBe("1–4 of 6");
  expect(previous.disabled).toBe(true);
  expect(await clickToTheEnd(next)).toBe(2);
  expect(place()).toBe("3–6 of 6");
  expect(await clickToTheEnd(previous)).toBe(2);
});

test("a narrow carousel shows one testimonial at a time and stops at the last one (§2.4)", async () => {
  narrow = true;
  const { next } = await show(3);
  expect(place()).toBe("1 of 3");
  expect(await clickToTheEnd(next)).toBe(2);
  expect(place()).toBe("3 of 3");
});

test("a response without a list of testimonials keeps the loading text (§2.4)", async () => {
  stubAnswer({ success: false });
  render(<TestimonialsCarousel />);
  await act(async () => {});
  expect(screen.getByText("Loading testimonials...")).toBeDefined();
});

test("sample testimonials are labelled once, and shown on the home page only (§2.4, D110)", async () => {
  stubAnswer(createTestimonials(3).map((one, index) => ({ ...one, sample: index > 0 })));
  const home = render(<TestimonialsCarousel feedbackHref="/feedback-form" />);
  expect(await screen.findAllByText(/sample/i)).toHaveLength(1);
  expect(screen.getAllByRole("listitem")).toHaveLength(3);
  home.unmount();
  const feedback = render(<TestimonialsCarousel />);
  expect(await screen.findAllByRole("listitem")).toHaveLength(1);
  expect(screen.queryByText(/sample/i)).toBeNull();
  feedback.unmount();
  await show(3);
  expect(screen.queryByText(/sample/i)).toBeNull();
});
