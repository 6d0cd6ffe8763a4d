import { toLabel } from "#contract/field-labels.ts";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { focusField } from "../focus-field.tsx";
import { SettingsForm, SettingsFrame } from "../settings-form.tsx";
import { shownSettings } from "#shop/catalogue/command-results.ts";
import { NamedButton } from "../named-button.tsx";
import { Entries, Entry, Section, Small } from "../screen-parts.tsx";
import { useView } from "../use-view.ts";

/** Each group is a separate form, so that a wrong value in one of them does not prevent saving another. */
const GROUPS = {
  "Printed on invoices": ["legal-name", "gstin", "phone", "email", "street", "pin", "city", "state"],
  "Grievance officer and courts": ["officer-name", "officer-email", "officer-phone", "courts"],
  "WhatsApp and social media": ["whatsapp", "links"],
};

const NAMES = Object.values(GROUPS).flat();

export default function SellerSettingsScreen() {
  const { data } = useView(shownSettings.seller, { readAfter: "changes" });
  const { samples = [], toConfirm = [] } = data ?? {};
  const first = NAMES.find((name) => samples.includes(name));
  return (
    <SettingsFrame
      about="seller"
      title="Seller"
      lead="Pages and e-mails show these details too. Issued invoices do not change."
    >
      {first !== undefined && (
        <Notice tone="warning">
          <div className="row wrap middle gap-4">
            {NAMES.length - samples.length} of {NAMES.length} details done. Shoppers still see samples of the
            others.
            <Button variant="secondary" onClick={() => focusField(first)}>
              Start with {toLabel(first)}
            </Button>
          </div>
        </Notice>
      )}
      {Object.entries(GROUPS).map(([title, names]) => (
        <SettingsForm key={title} of={shownSettings.seller} title={title} names={names} />
      ))}
      {toConfirm.length > 0 && (
        <Section title="Statements to confirm">
          <Small>
            The shop says this to customers. If something is not true, change the texts or the rules first.
          </Small>
          <Entries>
            {toConfirm.map((statement) => (
              <Entry key={statement}>
                <div className="row middle apart gap-4">
                  <p>{statement}</p>
                  <NamedButton
                    name={shownSettings.seller.noun}
                    text="Confirm"
                    of={statement}
                    variant="secondary"
                    values={{ confirm: statement }}
                    doneText="Confirmed."
                  />
                </div>
              </Entry>
            ))}
          </Entries>
        </Section>
      )}
    </SettingsFrame>
  );
}
