import { expect, test } from "vitest";
import { passwordChangedLetter, resetCodeLetter } from "../account-letters.ts";
import { layOutLetter } from "./lay-out-letter.ts";

const sender = { tradeName: "Taruva", website: "https://shop.example", email: "hello@shop.example" };

test("what people typed is text in the HTML, never markup", () => {
  const { html, text } = layOutLetter(resetCodeLetter(`<img src=x onerror="1">`, "012345"), sender);
  expect(html).not.toContain("<img");
  expect(text).toContain(`Hello <img src=x onerror="1">,`);
});

test("links lead to the shop's public address", () => {
  const { html, text } = layOutLetter(passwordChangedLetter("Asha"), sender);
  expect(html).toContain('href="https://shop.example/forgot-password"');
  expect(text).toContain("It was not me: https://shop.example/forgot-password");
});
