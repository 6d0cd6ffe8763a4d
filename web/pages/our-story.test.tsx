import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { ShopText } from "#shop/texts/text.ts";
import { openAt } from "../../tests/support/jsdom/open-at.tsx";
import { Component } from "./our-story.tsx";

test("'Our Story' shows the figures below its lead, as the other text pages do", () => {
  const text: ShopText = {
    title: "From a tree",
    lead: [{ text: "One piece at a time." }],
    description: "",
    facts: [{ figure: "12", label: "years at one bench" }],
    sections: [],
  };
  openAt("/our-story", { "/our-story": { Component, data: { text, content: { story: [], makers: [] } } } });
  expect(screen.getByText("years at one bench").tagName).toBe("DT");
  expect(screen.getByText("12").tagName).toBe("DD");
});
