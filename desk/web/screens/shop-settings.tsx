import { useState } from "react";
import type { DataOf } from "#contract/command-data.ts";
import { getAbout, getTagline } from "#shop/brand/brand.ts";
import { shownSettings } from "#shop/catalogue/command-results.ts";
import { CommandButton } from "../command-button.tsx";
import type { Values } from "../form-values.ts";
import { SettingsForm, SettingsFrame } from "../settings-form.tsx";
import { ShopPreview } from "../shop-preview.tsx";
import { useView } from "../use-view.ts";
import styles from "./shop-settings.module.css";

type ShownBrand = DataOf<typeof shownSettings.brand>;

/** Each group is a separate form, so that a refused colour does not prevent saving the name. */
const GROUPS = {
  "Name and texts": ["name", "tagline", "about", "order-prefix"],
  "Colours and fonts": ["main-colour", "accent-colour", "heading-font", "text-font"],
  Logos: ["mark", "logo"],
};

const HINTS = {
  name: "",
  tagline: `after the name in search results. If empty: “${getTagline()}”`,
  about: `at the bottom of every page. If empty: “${getAbout(undefined)}”`,
  "main-colour": "buttons, links and headings",
  "accent-colour": "badges and offers",
  "heading-font": "",
  "text-font": "",
  mark: "SVG, PNG, JPG or WebP. Without it, the shop uses the sign in the preview",
  logo: "SVG, PNG, JPG or WebP. Without it, the shop writes its name",
};

export default function ShopSettingsScreen() {
  const { data } = useView(shownSettings.brand, { readAfter: "changes" });
  const [typed, setTyped] = useState<Values>({});
  const note = (names: readonly string[]) => (values: Values) =>
    setTyped((others) => ({ ...others, ...Object.fromEntries(names.map((name) => [name, values[name]])) }));
  return (
    <SettingsFrame
      about="shop"
      title="Shop"
      lead="The name and look of your shop. Shoppers see changes at once."
    >
      <div className={styles.beside}>
        <div className={styles.forms}>
          {Object.entries(GROUPS).map(([title, names]) => (
            <SettingsForm
              key={title}
              of={shownSettings.brand}
              title={title}
              names={names}
              onValues={note(names)}
              hints={HINTS}
              {...(title === "Logos" && { actions: drawRemovals })}
            />
          ))}
        </div>
        <div className={styles.preview}>
          <ShopPreview typed={{ ...data?.values, ...typed }} logo={data?.logo} mark={data?.mark} />
        </div>
      </div>
    </SettingsFrame>
  );
}

const drawRemovals = ({ mark, logo, revision }: ShownBrand) =>
  Object.entries({
    "Remove the square logo": mark && { mark: "none" },
    "Remove the logo": logo && { logo: "none" },
  }).map(
    ([text, values]) =>
      values && (
        <CommandButton key={text} name="brand" values={values} variant="quiet" expected={revision}>
          {text}
        </CommandButton>
      ),
  );
