import { toLabel } from "#contract/field-labels.ts";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { focusField } from "../focus-field.tsx";
import { SettingsForm, SettingsFrame } from "../settings-form.tsx";
import { shownSettings } from "#shop/catalogue/command-results.ts";
import { NamedButton } from "../named-button.tsx";
import { Acts, Entries, Entry, Section, Small } from "../screen-parts.tsx";
import { useView } from "../use-view.ts";

/** Each group is a separate form, so that a wrong value in one of them does not prevent saving another. */
const GROUPS = {
  "Business and address": ["legal-name", "gstin", "street", "pin", "city", "state", "courts"],
  "How customers reach you": ["phone", "whatsapp", "email", "links"],
  "Grievance officer": ["officer-name", "officer-email", "officer-phone"],
};

export default function SellerSettingsScreen() {
  return (
    <SettingsFrame
      about="seller"
      title="Seller"
      lead="These details are shown on every page, in e-mails and on invoices. Invoices that are already issued do not change."
    >
      <Unfinished />
      {Object.entries(GROUPS).map(([title, names]) => (
        <SettingsForm key={title} of={shownSettings.seller} title={title} groups={[{ title: "", names }]} />
      ))}
    </SettingsFrame>
  );
}

/** The sample values to replace, and the statements of the sample texts that only the owner can confirm. */
function Unfinished() {
  const { data } = useView(shownSettings.seller, { readAfter: "changes" });
  if (!data) return null;
  return (
    <>
      {data.samples.length > 0 && (
        <Notice tone="warning">
          Shoppers and invoices still see sample values. Enter your own:
          <Acts>
            {data.samples.map((name) => (
              <Button key={name} variant="quiet" onClick={() => focusField(name)}>
                {toLabel(name)}
              </Button>
            ))}
          </Acts>
        </Notice>
      )}
      {data.toConfirm.length > 0 && (
        <Section title="Statements to confirm">
          <Small>
            The texts of the shop say this. If something is not true, change the texts or the rules first.
          </Small>
          <Entries>
            {data.toConfirm.map((statement) => (
              <Entry key={statement}>
                <p>{statement}</p>
                <Acts>
                  <NamedButton
                    name={shownSettings.seller.noun}
                    text="Confirm that this is true"
                    of={statement}
                    variant="secondary"
                    values={{ confirm: statement }}
                    doneText="Confirmed."
                  />
                </Acts>
              </Entry>
            ))}
          </Entries>
        </Section>
      )}
    </>
  );
}
