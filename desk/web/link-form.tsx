import { useId, useState } from "react";
import { findPageName, type PageName, pagePaths } from "#contract/page-paths.ts";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";
import { isSectionLink } from "#shop/texts/text.ts";
import { labelText } from "#shop/texts/labels.ts";
import styles from "./markdown-field.module.css";

/** Pages that no text needs to link to, such as the steps of an order and of a login. */
const NOT_LINKED = new Set<PageName>([
  "hotProduct",
  "cart",
  "checkout",
  "logIn",
  "signUp",
  "forgotPassword",
  "address",
  "profile",
]);

const isLinked = (name: PageName): boolean => !NOT_LINKED.has(name) && !pagePaths[name][0].includes(":");

const toKebab = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** The pages that the form for a link suggests. */
const PAGES = (Object.keys(pagePaths) as PageName[]).filter(isLinked).map((name) => ({
  path: pagePaths[name][0],
  label: name === "listing" ? "All products" : labelText(toKebab(name)),
}));

/**
 * Finds the page that the owner named, such as "Care guide". The beginning of a name is enough if no other name begins
 * with it.
 */
function findPage(words: string): string | undefined {
  const pages = PAGES.map(({ path, label }) => ({ path, name: label.toLowerCase() }));
  const name = words.toLowerCase();
  const same = pages.find((page) => page.name === name);
  const [first, ...others] = pages.filter((page) => name !== "" && page.name.startsWith(name));
  return (same ?? (others.length === 0 ? first : undefined))?.path;
}

/** True for the addresses that the shop accepts in a text. */
function isAddress(address: string): boolean {
  if (address.startsWith("https://")) return URL.canParse(address);
  const [path = ""] = address.split(/[?#]/, 1);
  if (path.startsWith("/")) return findPageName(path) !== null;
  return isSectionLink(address) || /^(?:mailto|tel):./.test(address);
}

/** Completes an address that was typed without its beginning. */
function completeAddress(address: string): string {
  if (/^(?:[\w.+-]+@[\w.-]+|\{\{\s*email\s*\}\})$/.test(address)) return `mailto:${address}`;
  return /^[\w-]+(?:\.[\w-]+)+(?:\/|$)/.test(address) ? `https://${address}` : address;
}

interface LinkFormProps {
  /** The address of the link to change. Empty for a new link. */
  address: string;
  onDone: (address: string, words: string) => void;
  onCancel: () => void;
}

export function LinkForm({ address: oldAddress, onDone, onCancel }: LinkFormProps) {
  const listId = useId();
  const [typed, setTyped] = useState(oldAddress.replace(/^mailto:/, ""));
  const [isRefused, setIsRefused] = useState(false);
  const address = findPage(typed.trim()) ?? completeAddress(typed.trim());
  const finish = () => {
    if (address === "") return onCancel();
    if (!isAddress(address)) return setIsRefused(true);
    onDone(address, PAGES.find(({ path }) => path === address)?.label ?? typed.trim());
  };
  return (
    <div className={styles.link}>
      <TextField
        label="Link to"
        hint={isRefused ? undefined : "A page of your shop, a web address or an e-mail address"}
        error={
          isRefused
            ? "Choose a page from the list, or enter an e-mail address or a web address that begins with https://."
            : undefined
        }
        inputMode="url"
        autoComplete="off"
        list={listId}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the owner has just opened this field
        autoFocus
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setIsRefused(false);
        }}
        onKeyDown={(event) => {
          if (event.key !== "Enter" && event.key !== "Escape") return;
          event.preventDefault();
          if (event.key === "Enter") finish();
          else onCancel();
        }}
      />
      <datalist id={listId}>
        {PAGES.map(({ path, label }) => (
          <option key={path} value={path} label={label} />
        ))}
      </datalist>
      <Button variant="secondary" onClick={finish}>
        {oldAddress === "" ? "Insert" : "Change"}
      </Button>
      {oldAddress !== "" && (
        <Button variant="quiet" onClick={() => onDone("", "")}>
          Remove the link
        </Button>
      )}
    </div>
  );
}
