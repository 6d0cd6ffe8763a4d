import { expect, test } from "vitest";
import { selectNamingKind } from "./select-testimonial.ts";

const say = (id: string, message: string, rating = 5) => ({ _id: id, id, name: "Asha P.", rating, message });

test("the newest praise that names the kind as a word of its own, and none that only sounds like it", () => {
  const said = [
    say("1", "A portrait of a tray-maker: the traybake was good.", 3),
    say("2", "Betrayed by nothing, ashtrays aside."),
    say("3", "Both TRAYS came well packed."),
    say("4", "The tray is heavy, in a good way."),
  ];
  expect(selectNamingKind(said, "Tray")?.id).toBe("3");
  expect(selectNamingKind(said, "Chip & Dip")).toBeNull();
  expect(selectNamingKind([say("5", "Our chip & dip, every Friday.")], "Chip & Dip")?.id).toBe("5");
  expect(selectNamingKind(said, "")).toBeNull();
});
