import { createContext, use } from "react";
import { DRAWN_NAME, LOGO, MARK } from "#contract/logo-drawing.ts";
import { classNames } from "./class-names.ts";
import styles from "./logo.module.css";

interface LogoDrawing {
  src: string;
  width: number;
  height: number;
}

export interface LogoBrand {
  name: string;
  logo?: LogoDrawing;
  mark?: LogoDrawing;
}

export const BrandContext = createContext<LogoBrand>({ name: DRAWN_NAME });

export const useShopName = (): string => use(BrandContext).name;

export function Logo({ className }: { className?: string | undefined }) {
  const { name, logo } = use(BrandContext);
  const classes = classNames(styles.logo, className);
  if (logo) return <img {...logo} {...UNHURRIED} alt={name} className={classes} />;
  if (name !== DRAWN_NAME)
    return (
      <span translate="no" className={classNames(styles.name, className)}>
        <LogoMark />
        {name}
      </span>
    );
  return (
    <svg viewBox="0 0 313 64" className={classes} role="img" aria-label={name}>
      <path d={LOGO} fillRule="evenodd" />
    </svg>
  );
}

/** Prevents a preload of the picture: React preloads pictures, but not those with a low fetch priority. */
const UNHURRIED = { fetchPriority: "low" } as const;

export function LogoMark({ className }: { className?: string | undefined }) {
  const { mark } = use(BrandContext);
  const classes = classNames(styles.mark, className);
  return mark ? (
    <img {...mark} {...UNHURRIED} alt="" className={classes} />
  ) : (
    <svg viewBox="0 0 64 64" className={classes} aria-hidden="true">
      <path d={MARK} fillRule="evenodd" />
    </svg>
  );
}
