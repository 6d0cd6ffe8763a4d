import { Notice } from "#ui/notice.tsx";
import { SettingsForm, SettingsFrame } from "../settings-form.tsx";
import { toLabel } from "../labels.ts";
import { shownSettings } from "#shop/catalogue/command-results.ts";
import type { DataOf } from "#contract/command-data.ts";

type ShownSeller = DataOf<typeof shownSettings.seller>;

const GROUPS = [
  { title: "Business", names: ["legal-name", "gstin", "courts"] },
  { title: "Address", names: ["street", "pin", "city", "state"] },
  { title: "How customers reach you", names: ["phone", "whatsapp", "email", "links"] },
  { title: "Grievance officer", names: ["officer-name", "officer-email", "officer-phone"] },
] as const;

export default function SellerSettingsScreen() {
  return (
    <SettingsFrame
      title="Seller"
      lead="These details are shown on every page, in e-mails and on invoices. Invoices that are already issued do not change."
    >
      <SettingsForm of={shownSettings.seller} title="Who sells" groups={GROUPS} above={drawSamples} />
    </SettingsFrame>
  );
}

const drawSamples = ({ samples }: ShownSeller) =>
  samples.length > 0 && (
    <Notice tone="info">
      These are still sample values: {samples.map((name) => toLabel(name)).join(", ")}. Replace them with your
      own before you open the shop.
    </Notice>
  );
