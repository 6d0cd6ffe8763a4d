import ChevronDown from "lucide/dist/esm/icons/chevron-down.mjs";
import { createContext, type MouseEvent, type ReactNode, useContext, useEffect, useId, useRef } from "react";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { Notice } from "#ui/notice.tsx";
import { SkeletonText } from "#ui/skeleton.tsx";
import { Unbroken } from "#ui/unbroken.tsx";
import type { DeskError } from "./desk-calls.ts";
import { goTo, useQueryValues } from "./router.ts";
import styles from "./screen-parts.module.css";

export const MayOpen = createContext<(href: string) => boolean>(() => true);

interface ScreenLinkProps {
  href: string;
  className?: string | undefined;
  children: ReactNode;
}

export function ScreenLink({ href, className, children }: ScreenLinkProps) {
  return useContext(MayOpen)(href) ? (
    <a href={href} className={className}>
      {children}
    </a>
  ) : (
    <span>{children}</span>
  );
}

export interface ScreenFrameProps {
  title: ReactNode;
  /** Shown beside the title, such as the state of the product. */
  mark?: ReactNode;
  lead?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

export const ScreenFrame = ({ title, mark, lead, actions, children }: ScreenFrameProps) => (
  <div className={styles.screen}>
    <header className={styles.head}>
      <div>
        <div className="row wrap middle gap-3">
          <h1 className={styles.title}>{typeof title === "string" ? <Unbroken text={title} /> : title}</h1>
          {mark}
        </div>
        {lead && <p className={styles.lead}>{lead}</p>}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </header>
    {children}
  </div>
);

interface ViewStateProps {
  error: DeskError | null;
  isLoading: boolean;
  doing?: string;
  lines?: number;
}

export const ViewState = ({ error, isLoading, doing, lines = 6 }: ViewStateProps) => {
  if (error) return <Notice tone="danger">{error.message}</Notice>;
  return isLoading ? (
    <div role="status" aria-busy="true" aria-label={doing ?? "Loading"}>
      {doing !== undefined && <Small>{doing}</Small>}
      <SkeletonText lines={lines} />
    </div>
  ) : null;
};

interface ListStateProps extends ViewStateProps {
  /** The number of entries. Undefined until they are loaded. */
  count: number | undefined;
  empty: string;
}

export function ListState({ count, empty, ...state }: ListStateProps) {
  if (count === undefined) return <ViewState {...state} />;
  return count === 0 ? (
    <p role="status" className={styles.empty}>
      {empty}
    </p>
  ) : null;
}

interface SectionProps {
  /** An id, if buttons scroll to the section and focus it. */
  anchor?: string;
  title: ReactNode;
  actions?: ReactNode;
  isBusy?: boolean;
  children: ReactNode;
}

export function Section({ anchor, title, actions, isBusy, children }: SectionProps) {
  const id = useId();
  return (
    <section
      id={anchor}
      tabIndex={anchor === undefined ? undefined : -1}
      aria-labelledby={id}
      aria-busy={isBusy}
      className={styles.section}
    >
      <header className={styles.sectionHead}>
        <h2 id={id} className={styles.sectionTitle}>
          {title}
        </h2>
        {actions && <div className={styles.acts}>{actions}</div>}
      </header>
      {children}
    </section>
  );
}

interface FoldedSectionProps extends Omit<SectionProps, "anchor" | "isBusy"> {
  part: string;
  /** A line about the contents, shown even while they are folded. */
  summary: ReactNode;
  picture?: ReactNode;
  /** Shown at the end of the heading, also while the section is folded. */
  mark?: ReactNode;
}

/** A part of a section, with a heading that opens and closes it. The address contains the name of the open part. */
export function FoldedSection({
  part,
  title,
  summary,
  picture,
  mark,
  actions,
  children,
}: FoldedSectionProps) {
  const isOpen = useQueryValues()["part"] === part;
  const toggle = () =>
    goTo(isOpen ? location.pathname : `${location.pathname}?part=${part}`, { replace: true });
  const id = useId();
  const head = useRef<HTMLElement>(null);
  useEffect(() => {
    // Folding an open section above may have moved this section out of view.
    if (isOpen) head.current?.scrollIntoView?.({ block: "nearest" });
  }, [isOpen]);
  return (
    <section aria-labelledby={id} className={styles.section}>
      <header ref={head} className={styles.foldHead}>
        {picture}
        <div>
          <h3 id={id} className={styles.foldTitle}>
            <button type="button" className={styles.fold} aria-expanded={isOpen} onClick={toggle}>
              {title}
            </button>
          </h3>
          <Small>{summary}</Small>
        </div>
        {mark}
        <Icon of={ChevronDown} size={20} className={styles.sign} />
      </header>
      {isOpen && (
        <div className={styles.folded}>
          {actions && <div className={styles.acts}>{actions}</div>}
          {children}
        </div>
      )}
    </section>
  );
}

export const Entries = ({ isBusy, children }: { isBusy?: boolean; children: ReactNode }) => (
  <ul className={styles.entries} aria-busy={isBusy}>
    {children}
  </ul>
);

export const Entry = ({ head, children }: { head?: ReactNode; children?: ReactNode }) => (
  <li className={styles.entry}>
    {head && <header className={styles.entryHead}>{head}</header>}
    {children}
  </li>
);

interface ActsProps {
  /** True while the buttons may be outdated. They then ignore clicks, but keep the focus. */
  isHeld?: boolean;
  children: ReactNode;
}

export const Acts = ({ isHeld = false, children }: ActsProps) => (
  <div
    role={isHeld ? "group" : undefined}
    aria-disabled={isHeld || undefined}
    className={styles.acts}
    onClickCapture={isHeld ? refuseClick : undefined}
  >
    {children}
  </div>
);

function refuseClick(event: MouseEvent): void {
  event.preventDefault();
  event.stopPropagation();
}

export const Small = ({ children }: { children: ReactNode }) => (
  <span className={styles.small}>{children}</span>
);

export const Figures = ({ children }: { children: ReactNode }) => (
  <dl className={styles.figures}>{children}</dl>
);

interface FigureProps {
  name: ReactNode;
  sum: ReactNode;
  children?: ReactNode;
}

export const Figure = ({ name, sum, children }: FigureProps) => (
  <div className={styles.figure}>
    <dt>{name}</dt>
    <dd>
      <span className={styles.sum}>{sum}</span>
      {children && <Small>{children}</Small>}
    </dd>
  </div>
);

export const PhotoLinks = ({ pictures }: { pictures: readonly string[] }) => (
  <p>
    {pictures.map((href, at) => (
      <a key={href} href={href} target="_blank" rel="noreferrer">
        Photo {at + 1}{" "}
      </a>
    ))}
  </p>
);

interface ShowMoreProps {
  /** The number of loaded rows. Long lists load up to `most` + 1 rows, to find out whether there are more. */
  count: number | undefined;
  most: number;
  onChange: (maxRows: number) => void;
  text?: string;
}

export const ShowMore = ({ count = 0, most, onChange, text = "Show older entries" }: ShowMoreProps) =>
  count > most && (
    <Button variant="secondary" onClick={() => onChange(most * 2)}>
      {text}
    </Button>
  );

/** Scrolls a strip of choices to the chosen one, if the strip is wider than the window. */
export function useShownChoice<Strip extends HTMLElement>(chosen: string) {
  const strip = useRef<Strip>(null);
  useEffect(() => {
    const { current } = strip;
    if (current && current.scrollWidth > current.clientWidth)
      current
        .querySelector("[aria-pressed=true], [aria-current]")
        ?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [chosen]);
  return strip;
}

interface ToggleGroupProps<Name extends string> {
  label: string;
  choices: Readonly<Record<Name, string>>;
  /** Numbers shown after the choices. A number of 0 is not shown. */
  counts?: Readonly<Record<string, number>> | undefined;
  chosen: Name;
  onChange: (name: Name) => void;
}

export const ToggleGroup = <Name extends string>({
  label,
  choices,
  counts = {},
  chosen,
  onChange,
}: ToggleGroupProps<Name>) => (
  <div ref={useShownChoice(chosen)} className={styles.choices} role="group" aria-label={label}>
    {(Object.entries(choices) as [Name, string][]).map(([name, text]) => (
      <button
        key={name}
        type="button"
        className={styles.choice}
        aria-pressed={chosen === name}
        onClick={() => onChange(name)}
      >
        {counts[name] ? `${text} ` : text}
        {counts[name] ? <span className={styles.count}>{counts[name]}</span> : null}
      </button>
    ))}
  </div>
);
