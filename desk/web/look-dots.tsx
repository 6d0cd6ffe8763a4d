import { type MouseEvent, useState } from "react";
import { formatCount } from "#contract/text.ts";
import { Button } from "#ui/button.tsx";
import { Disclosure } from "#ui/disclosure.tsx";
import { type Card, DOT_FIELDS } from "./cards.tsx";
import { ChangeButton, openChange } from "./changeable.tsx";
import styles from "./look-dots.module.css";
import { GONE } from "./product-picker.tsx";
import { NamedButton } from "./named-button.tsx";
import { Acts, Small } from "./screen-parts.tsx";

type Dot = NonNullable<Card["dots"]>[number];

const SIDES = [
  ["landscape", "wide picture", ["across", "down"]],
  ["portrait", "picture for phones", ["phone-across", "phone-down"]],
] as const;

/** A room's pictures for wide windows and for phones. A click adds a dot that links to a product, or moves a dot. */
export function LookDots({ place, pictures, dots = [], revision }: Card & { revision: string }) {
  const [movedDot, setMovedDot] = useState<number | null>(null);
  const look = { place: String(place) };
  const change = { name: "looks", variant: "quiet", expected: revision } as const;
  const act = movedDot === null ? "Add a dot to" : "Move the dot in";
  const put = (position: Readonly<Record<string, string>>) => {
    const isNew = movedDot === null;
    openChange({
      title: isNew ? "New dot" : `Move dot ${movedDot}`,
      name: "looks",
      known: { ...look, dot: isNew ? "new" : String(movedDot), ...position },
      asked: isNew ? DOT_FIELDS : Object.keys(position),
      expected: revision,
    });
    setMovedDot(null);
  };
  return (
    <div className={styles.look}>
      <div className={styles.pair}>
        {SIDES.map(([side, name, fields]) => (
          <DottedPicture
            key={side}
            href={pictures[side]}
            label={`${act} the ${name}`}
            spots={dots.map((dot) => dot[side])}
            fields={fields}
            onPut={put}
          />
        ))}
      </div>
      <p role="status">
        <Small>
          {movedDot === null
            ? "Tap a picture to add a dot there."
            : `Tap the new place of dot ${movedDot} in a picture.`}
        </Small>
      </p>
      <Disclosure summary={formatCount(dots.length, "dot")}>
        <ol className="plain">
          {dots.map((dot) => (
            <li key={dot.dot} className={styles.row}>
              <span>
                {dot.dot}. {dot.title ?? GONE}
                {dot.portrait === null && <Small>Not shown on phones</Small>}
              </span>
              <Acts>
                <Button
                  variant="quiet"
                  aria-pressed={movedDot === dot.dot}
                  onClick={() => setMovedDot(movedDot === dot.dot ? null : dot.dot)}
                >
                  Move<span className="visually-hidden"> dot {dot.dot}</span>
                </Button>
                <ChangeButton
                  {...change}
                  of={`dot ${dot.dot}`}
                  title={`Dot ${dot.dot}`}
                  known={{ ...look, ...toValues(dot) }}
                  asked={DOT_FIELDS}
                />
                <NamedButton
                  {...change}
                  text="Remove"
                  of={`dot ${dot.dot}`}
                  values={{ ...look, dot: String(dot.dot), remove: "on" }}
                />
              </Acts>
            </li>
          ))}
        </ol>
      </Disclosure>
    </div>
  );
}

const toPercent = (part: number): string => String(Math.round(part));

const toValues = ({ dot, product, landscape, portrait }: Dot) => ({
  dot: String(dot),
  product,
  across: toPercent(landscape.x),
  down: toPercent(landscape.y),
  ...(portrait && { "phone-across": toPercent(portrait.x), "phone-down": toPercent(portrait.y) }),
});

interface DottedPictureProps {
  href: string | null | undefined;
  label: string;
  spots: readonly Dot["portrait"][];
  fields: readonly [string, string];
  onPut: (position: Readonly<Record<string, string>>) => void;
}

function DottedPicture({ href, label, spots, fields: [across, down], onPut }: DottedPictureProps) {
  if (!href) return null;
  const put = ({ currentTarget, clientX, clientY, detail }: MouseEvent) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    // A click with the keyboard has no position, so use the middle of the picture.
    if (detail === 0) return onPut({ [across]: "50", [down]: "50" });
    onPut({
      [across]: toPercent(((clientX - left) / width) * 100),
      [down]: toPercent(((clientY - top) / height) * 100),
    });
  };
  return (
    <div className={styles.picture}>
      <button type="button" aria-label={label} onClick={put}>
        <img src={href} alt="" loading="lazy" />
      </button>
      <svg className={styles.dots} aria-hidden="true">
        {spots.map(
          (spot, at) =>
            spot && (
              // oxlint-disable-next-line react/no-array-index-key -- a dot has no other name than its position
              <g key={at}>
                <circle cx={`${spot.x}%`} cy={`${spot.y}%`} r="12" />
                <text x={`${spot.x}%`} y={`${spot.y}%`}>
                  {at + 1}
                </text>
              </g>
            ),
        )}
      </svg>
    </div>
  );
}
