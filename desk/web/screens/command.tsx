import Printer from "lucide/dist/esm/icons/printer.mjs";
import { useContext, useEffect } from "react";
import { isReading } from "#contract/command-data.ts";
import { deskLinks } from "#contract/desk-links.ts";
import type { Params } from "#contract/match-path.ts";
import { getOwn } from "#contract/read.ts";
import { cardLists } from "#shop/catalogue/command-results.ts";
import { Button } from "#ui/button.tsx";
import { Disclosure } from "#ui/disclosure.tsx";
import { Icon } from "#ui/icon.tsx";
import type { DescribedCommand } from "../../calls.ts";
import { CommandForm } from "../command-form.tsx";
import { listWords } from "../form-values.ts";
import { isAboutOrder, OrderPicker } from "../order-picker.tsx";
import { toCommandTitle } from "../phrases.ts";
import { ResultView } from "../result-view.tsx";
import { goTo, useQueryValues } from "../router.ts";
import { MayOpen, ScreenFrame, ViewState } from "../screen-parts.tsx";
import { useCommand, useCommands, useOutput } from "../use-view.ts";
import Missing from "./missing.tsx";

/** The parts of the home page's screen that are not named as their command. */
const PARTS_OF_HOME: Readonly<Record<string, string>> = {
  banners: "section-banners",
  cards: "section-offers",
  films: "section-films",
  "hot-products": "section-hot-products",
  looks: "section-look",
  services: "section-services",
  tiles: "section-categories",
};

/** Commands whose screen is the home page. `cardLists` includes `couriers`, for which `SCREENS` sets another screen. */
const ON_HOME = [...Object.keys(cardLists), "collections", "hot-products", "menus", "offers"];

/** Commands with a hand-written screen. A link without values opens that screen, not the form. */
const SCREENS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(ON_HOME.map((name) => [name, deskLinks.home(PARTS_OF_HOME[name] ?? name)])),
  home: deskLinks.home(),
  audit: "/settings/record",
  brand: "/settings",
  "customers list": "/people",
  "customers show": "/people",
  coupon: deskLinks.selling(),
  couriers: deskLinks.selling(),
  messages: deskLinks.messages(),
  newsletter: "/people/newsletter",
  "orders list": "/orders",
  "orders pack": "/orders/pick-list",
  "orders take": "/orders/new",
  people: "/settings/team",
  "products add": "/products/new",
  "products details": "/products",
  "products list": "/products",
  "products pictures": "/products",
  "products set": "/products",
  reviews: deskLinks.reviews(),
  rules: deskLinks.selling(),
  seller: deskLinks.seller(),
  settings: "/settings/values",
  synonyms: "/visitors/synonyms",
  taxes: "/settings/taxes",
  texts: "/settings/texts",
  today: deskLinks.today(),
  visits: "/visitors",
};

/** The title of a screen is a noun: "See the pick list" gives "Pick list". */
const toTitle = (command: string): string =>
  toCommandTitle(command).replace(/^See (?:the )?(\w)/, (_, letter: string) => letter.toUpperCase());

/**
 * The screen of a command: its generated form. If the command can also list what it manages, the list is above the
 * form. A command that only lists has no form.
 */
export default function CommandScreen({ params }: { params: Params }) {
  const presetValues = useQueryValues();
  const { data: commands, error, isLoading } = useCommands();
  const name = [params["noun"], params["verb"]].filter(Boolean).join(" ");
  const command = useCommand(name);
  const screen = getOwn(SCREENS, name);
  const isElsewhere =
    useContext(MayOpen)(screen ?? "") && screen !== undefined && Object.keys(presetValues).length === 0;
  useEffect(() => {
    if (isElsewhere) goTo(screen, { replace: true });
  }, [isElsewhere, screen]);
  if (isElsewhere) return null;
  if (!commands) return <ViewState error={error} isLoading={isLoading} />;
  if (!command) return <Missing />;
  const form = <CommandForm name={name} known={presetValues} />;
  const isList = command.reads === true && listWords(command).length === 0;
  const isPreset = Object.keys(presetValues).length > 0;
  const isListFirst = hasList(command) && !isPreset;
  if (isAboutOrder(command) && !isListFirst && !isPreset)
    return (
      <ScreenFrame title={toTitle(name)} lead="First choose the order.">
        <OrderPicker action={name} />
      </ScreenFrame>
    );
  return (
    // The summary describes the form, so it is omitted above a list.
    <ScreenFrame
      title={toTitle(name)}
      lead={isList || isListFirst ? undefined : command.summary}
      actions={
        isList && (
          <Button variant="secondary" onClick={() => window.print()}>
            <Icon of={Printer} size={18} /> Print
          </Button>
        )
      }
    >
      {isList ? (
        <List of={command} />
      ) : isListFirst ? (
        <>
          <List of={command} />
          {/* Each return has a link to its order. The screen of the order has the buttons for the return. */}
          {name !== "returns" && <Disclosure summary="Filter or change">{form}</Disclosure>}
        </>
      ) : (
        form
      )}
    </ScreenFrame>
  );
}

const hasList = (command: DescribedCommand): boolean =>
  command.reads !== true &&
  isReading(command, { args: {}, options: {} }) &&
  listWords(command).every(({ required }) => !required);

function List({ of: { noun, verb } }: { of: DescribedCommand }) {
  const { data, error, isLoading } = useOutput({ noun, verb });
  return data ? (
    <ResultView done={{ outcome: "done", result: data }} />
  ) : (
    <ViewState error={error} isLoading={isLoading} />
  );
}
