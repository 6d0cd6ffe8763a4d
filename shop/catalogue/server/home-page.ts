import { omitAbsent } from "#contract/read.ts";
import { type CommandInput, CommandRefused, toRevision, UsageError } from "#platform/operator/command.ts";
import {
  type HomeSection,
  homeSections,
  sectionNames,
  titledSections,
} from "#shop/merchandising/home-content.ts";
import { homeFile, type HomeInFile } from "#shop/merchandising/server/index.ts";
import { homePage } from "../command-results.ts";
import { changeByHand } from "./catalogue-changes.ts";
import { withPart } from "./content-changes.ts";
import { defineContentCommand, findPlace, NONE, parsePart, withoutEmpty } from "./content/change-content.ts";
import type { HomeContentFiles } from "./owner-folder/home-content-files.ts";

/** The source of each section's content, as shown in the list of sections: mostly the command that changes it. */
const sources: Readonly<Record<HomeSection, string>> = {
  banners: "banners",
  offers: "cards",
  look: "looks",
  categories: "tiles",
  "newly-launched": "the newest products",
  services: "services",
  "hot-products": "hot-products",
  looks: "looks",
  films: "films",
  testimonials: "reviews --testimonials",
};

export const homeCommand = defineContentCommand({
  ...homePage,
  part: ({ home }) => home,
  summary: "Shows the sections of the home page, or hides, shows, moves or renames one.",
  args: [{ name: "section", summary: "the section", choices: homeSections, optional: true }],
  options: {
    place: { summary: "the position on the page; 1 is the first", kind: "position" },
    shown: { summary: "whether the section is shown", choices: ["yes", "no"] },
    title: { summary: "the title; none for the standard title", or: [NONE] },
    text: {
      summary: "the line below the title of newly-launched; none for the standard line",
      or: [NONE],
    },
  },
  examples: [
    "home testimonials --place 2",
    "home films --shown no",
    'home newly-launched --title "Fresh from the lathe"',
  ],
  show: (_context, content) => formatSections(content),
  async change(context, { args, options }) {
    const section = homeSections.find((name) => name === args["section"]);
    if (!section) throw new UsageError("Choose a section of the home page.");
    if (Object.values(options).every((option) => option === undefined))
      throw new UsageError("Enter a position, a title or a text, or choose whether the section is shown.");
    const files = await changeByHand(context, async (_tx, { homeContent }) => {
      const sections = changeSection(homeContent.home ?? STANDARD, section, options);
      const isStandard = JSON.stringify(sections) === JSON.stringify(STANDARD);
      const changed = withPart(homeContent, "home", isStandard ? undefined : sections);
      return { answer: changed, homeContent: changed };
    });
    return formatSections(files);
  },
});

const STANDARD: HomeInFile = homeSections.map((section) => ({ section }));

function changeSection(
  before: HomeInFile,
  section: HomeSection,
  { place, shown, title, text }: CommandInput["options"],
): HomeInFile {
  const at = before.findIndex((each) => each.section === section);
  const others = before.filter((each) => each.section !== section);
  if (shown === "no") {
    if (others.length > 0) return others;
    throw new CommandRefused("The home page needs at least one section. Show another one first.");
  }
  if (at < 0 && shown === undefined && place === undefined)
    throw new CommandRefused(`${sectionNames[section]} is not on the page. Show it first.`);
  const changed = withoutEmpty({ section, ...before[at], ...omitAbsent({ title, text }) });
  const last = at < 0 ? others.length : at;
  const index = place === undefined ? last : findPlace([...others, section], place, "position");
  return parsePart(homeFile, others.toSpliced(index, 0, changed as HomeInFile[number]), {
    title: "title",
    text: "text",
  });
}

function formatSections(files: HomeContentFiles) {
  const shownSections = files.home ?? STANDARD;
  const isTitled = (name: HomeSection) => (titledSections as readonly string[]).includes(name);
  const hidden = homeSections.filter((name) => !shownSections.some(({ section }) => section === name));
  const rows = [
    ...shownSections.map((each, at) => ({ ...each, place: at + 1 })),
    ...hidden.map((section) => ({ section, place: null })),
  ].map((each) => ({
    ...each,
    name: sectionNames[each.section],
    from: sources[each.section],
    titled: isTitled(each.section),
  }));
  return {
    columns: ["place", "section", "what it is", "title", "filled by"],
    rows: rows.map(({ place, section, name, from, ...texts }) => [
      place ?? "not shown",
      section,
      name,
      "title" in texts ? (texts.title ?? "") : "",
      from,
    ]),
    data: { sections: rows, revision: toRevision(files.home) },
  };
}
