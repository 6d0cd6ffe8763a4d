import { SettingsForm, SettingsFrame } from "../settings-form.tsx";
import styles from "./shop-settings.module.css";
import { shownSettings } from "#shop/catalogue/command-results.ts";
import type { DataOf } from "#contract/command-data.ts";

type ShownBrand = DataOf<typeof shownSettings.brand>;

/** Each group is a separate form, so that a refused colour does not prevent saving the name. */
const GROUPS = {
  "Name and texts": ["name", "tagline", "about", "order-prefix"],
  "Colours and fonts": ["main-colour", "accent-colour", "heading-font", "text-font"],
  Logos: ["mark", "logo"],
};

export default function ShopSettingsScreen() {
  return (
    <SettingsFrame
      about="shop"
      title="Shop"
      lead="The name and look of your shop. Shoppers see changes at once."
    >
      {Object.entries(GROUPS).map(([title, names]) => (
        <SettingsForm
          key={title}
          of={shownSettings.brand}
          title={title}
          groups={[{ title: "", names }]}
          {...(title === "Logos" && { above: drawCurrent })}
        />
      ))}
    </SettingsFrame>
  );
}

const drawCurrent = ({ mark, logo }: ShownBrand) =>
  (mark || logo) && (
    <p className={styles.drawings}>
      {mark && <img src={toAddress(mark)} alt="The current square logo" />}
      {logo && <img src={toAddress(logo)} alt="The current logo" />}
    </p>
  );

const toAddress = (svg: string): string => `data:image/svg+xml,${encodeURIComponent(svg)}`;
