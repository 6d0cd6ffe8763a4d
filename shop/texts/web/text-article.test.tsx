import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { TextArticle } from "./text-article.tsx";

test("a text page shows the list of its introduction above the first section", () => {
  const intro = [{ kind: "list" as const, items: [[{ text: "to India" }]] }];
  const text = {
    title: "T",
    lead: [],
    description: "",
    facts: [],
    sections: [{ id: "s", title: "S", blocks: [] }],
  };
  render(<TextArticle text={{ ...text, intro }} further={[]} />);
  const item = screen.getByText("to India");
  const order = item.compareDocumentPosition(screen.getByRole("heading", { name: "S" }));
  expect(order & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  expect(item.closest("ul")).toBeTruthy();
});
