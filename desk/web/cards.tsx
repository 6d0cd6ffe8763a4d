import { toChoiceLabel } from "#contract/field-labels.ts";
import type { ReactNode } from "react";
import type { DataOf } from "#contract/command-data.ts";
import { capitalise } from "#contract/text.ts";
import { cardLists } from "#shop/catalogue/command-results.ts";
import styles from "./cards.module.css";
import { ChangeButton } from "./changeable.tsx";
import { MoveButtons, NamedButton } from "./named-button.tsx";
import { Acts, Small, ViewState } from "./screen-parts.tsx";
import { useCommand, useView } from "./use-view.ts";

export type Card = DataOf<(typeof cardLists)["banners"]>["cards"][number];

export const DOT_FIELDS = ["product", "across", "down", "phone-across", "phone-down"];

const UNORDERED: readonly string[] = ["couriers", "listing-texts", "scenes"];

interface CardsProps {
  noun: keyof typeof cardLists;
  of: string;
  drawBelow?: ((card: Card, revision: string) => ReactNode) | undefined;
}

export function Cards({ noun, of, drawBelow }: CardsProps) {
  const { data, error, isLoading } = useView(cardLists[noun]);
  const command = useCommand(noun);
  if (!data || !command) return <ViewState error={error} isLoading={isLoading} />;
  const { cards, min, max, revision } = data;
  return (
    <>
      <ol className="stack gap-4">
        {cards.map((card) => (
          <CardLine
            key={card.place}
            {...{ noun, of, card, revision, drawBelow }}
            last={cards.length}
            canBeRemoved={cards.length > min}
          />
        ))}
      </ol>
      {cards.length < max && (
        <ChangeButton
          title={`New ${of}`}
          name={noun}
          known={{ place: "new" }}
          asked={Object.keys(command.options).filter(
            (name) => !["to", "remove", ...DOT_FIELDS].includes(name),
          )}
          expected={revision}
        >
          Add {of === "offer card" ? "an" : "a"} {of}
        </ChangeButton>
      )}
    </>
  );
}

/** Describes a link to a listing: `/products?collection=Black%20Friday` gives "Products: Black Friday". */
function describeLink(text: string): string {
  if (!text.startsWith("/products?")) return text;
  const { searchParams } = new URL(text, location.origin);
  return `Products: ${[...searchParams.values()].join(", ")}`;
}

interface CardLineProps extends Pick<CardsProps, "noun" | "of" | "drawBelow"> {
  card: Card;
  revision: string;
  last: number;
  canBeRemoved: boolean;
}

function CardLine({ noun, of, card, revision, last, canBeRemoved, drawBelow }: CardLineProps) {
  const { place, texts, shown, pictures } = card;
  const name = `${of} ${place}`;
  const at = { place: String(place) };
  const change = { name: noun, variant: "quiet", expected: revision } as const;
  const [first = "", second = ""] = Object.entries(shown).map(([field, text]) => toChoiceLabel(field, text));
  const files = Object.keys(pictures);
  const [href = null] = Object.values(pictures);
  const picture = files.includes("video") ? "Film" : "Picture";
  return (
    <li>
      <div className={styles.card}>
        {href !== null && <img className={styles.picture} src={href} alt={texts["alt"]} loading="lazy" />}
        {href === null && files.length > 0 && <span className={styles.picture} />}
        <div>
          <p className="medium">{first}</p>
          <Small>{describeLink(second)}</Small>
          <Acts>
            <ChangeButton
              {...change}
              of={files.length > 0 ? `of ${name}` : name}
              title={capitalise(name)}
              known={{ ...at, ...texts }}
              asked={Object.keys(texts)}
            >
              {files.length > 0 ? "Change the text" : "Change"}
            </ChangeButton>
            {files.length > 0 && (
              <ChangeButton
                {...change}
                of={`of ${name}`}
                title={`${picture} of ${name}`}
                known={at}
                asked={files}
              >
                Change the {picture.toLowerCase()}
              </ChangeButton>
            )}
            {!UNORDERED.includes(noun) && (
              <MoveButtons {...change} {...{ place, last }} of={name} to={(to) => ({ ...at, to })} />
            )}
            {pictures["wide"] && (
              <NamedButton
                {...change}
                text="Remove wide picture"
                of={`of ${name}`}
                values={{ ...at, wide: "none" }}
              />
            )}
            {canBeRemoved && (
              <NamedButton {...change} text="Remove" of={name} values={{ ...at, remove: "on" }} />
            )}
          </Acts>
        </div>
      </div>
      {drawBelow?.(card, revision)}
    </li>
  );
}
