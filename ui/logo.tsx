import { classNames } from "./class-names.ts";
import styles from "./logo.module.css";

interface LogoProps {
  className?: string | undefined;
  /** The name is said beside it, or it is mere ornament. */
  decorative?: boolean;
}

/** The rings of a tree and the name, in the colour of the text around. */
export const Logo = ({ className, decorative = false }: LogoProps) => (
  <svg
    viewBox="0 0 313 64"
    className={classNames(styles.logo, className)}
    {...getAccessibleProps(decorative)}
  >
    <path d={RINGS} fillRule="evenodd" />
    {LETTERS.map(([x, shape]) => (
      <path key={x} transform={`translate(${x} 12)`} d={shape} fillRule="evenodd" />
    ))}
  </svg>
);

/** The rings alone. */
export const LogoMark = ({ className, decorative = false }: LogoProps) => (
  <svg viewBox="0 0 64 64" className={classNames(styles.mark, className)} {...getAccessibleProps(decorative)}>
    <path d={RINGS} fillRule="evenodd" />
  </svg>
);

const getAccessibleProps = (decorative: boolean) =>
  decorative ? { "aria-hidden": true } : { role: "img", "aria-label": "Taruva" };

const RINGS =
  "M2 32a30 30 0 1 1 60 0a30 30 0 1 1 -60 0ZM7.2 32.6a25.4 25.4 0 1 1 50.8 0a25.4 25.4 0 1 1 -50.8 0ZM11.4 33a21.6 21.6 0 1 1 43.2 0a21.6 21.6 0 1 1 -43.2 0ZM16 33.4a17.4 17.4 0 1 1 34.8 0a17.4 17.4 0 1 1 -34.8 0ZM33.6 20.4C41.4 26.6 42 38.4 34.2 45.4V33.2H33V45.4C25.2 38.4 25.8 26.6 33.6 20.4Z";

/** Where each letter of TARUVA stands, and its outline. */
const LETTERS: [x: number, shape: string][] = [
  [84, "M0 0H31V5H18.1V40H12.9V5H0Z"],
  [113, "M0 40L15.2 0H20.8L36 40H30.4L26.3 29.4H9.7L5.6 40ZM11.6 24.6H24.4L18 7.6Z"],
  [160, "M0 0H15.2A11.6 11.6 0 0 1 18.6 22.7L29 40H22.9L13 23.2H5.2V40H0ZM5.2 5V18.2H15A6.6 6.6 0 0 0 15 5Z"],
  [202, "M0 0H5.2V24.6A10.8 10.8 0 0 0 26.8 24.6V0H32V24.6A16 16 0 0 1 0 24.6Z"],
  [243, "M0 0H5.6L18 32.6L30.4 0H36L20.8 40H15.2Z"],
  [275, "M0 40L15.2 0H20.8L36 40H30.4L26.3 29.4H9.7L5.6 40ZM11.6 24.6H24.4L18 7.6Z"],
];
