import { fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { PremiumLook } from "./premium-look.tsx";

const createFilm = (title: string) => ({
  title,
  video: `/${title}.mp4`,
  alt: title,
  poster: { src: `/${title}.jpg`, width: 4, height: 3 },
});
const click = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const listFilms = () => [...document.querySelectorAll("video")].map((film) => film.getAttribute("src"));
const play = () => fireEvent.play(document.querySelector("video")!);

beforeEach(() => {
  vi.spyOn(HTMLMediaElement.prototype, "paused", "get").mockReturnValue(false);
  vi.spyOn(HTMLMediaElement.prototype, "pause").mockImplementation(function (this: HTMLMediaElement) {
    fireEvent.pause(this);
  });
});

test("only one film of the home page plays at a time, and closing a film shows its still picture again (§2.4)", () => {
  render(<PremiumLook films={[createFilm("Breakfast"), createFilm("Evening")]} />);
  expect(listFilms()).toEqual([]);
  click("Play Breakfast");
  play();
  click("Pause Breakfast");
  expect(screen.getByRole("button", { name: "Play Breakfast" })).toBeDefined();
  click("Play Evening");
  play();
  expect(listFilms()).toEqual(["/Evening.mp4"]);
  expect(screen.queryByRole("button", { name: "Close Breakfast" })).toBeNull();
  click("Close Evening");
  expect(listFilms()).toEqual([]);
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Play Evening" }));
  click("Play Breakfast");
  fireEvent.error(document.querySelector("video")!);
  expect(listFilms()).toEqual([]);
  expect(screen.getByRole("alert").textContent).toContain("This video could not play.");
});
