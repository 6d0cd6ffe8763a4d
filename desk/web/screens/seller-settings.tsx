import { toLabel } from "#contract/field-labels.ts";
import { formatCount } from "#contract/text.ts";
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
  const [first] = data.samples;
  return (
    <>
      {first !== undefined && (
        <Notice tone="warning">
          Pages and invoices still show {formatCount(data.samples.length, "sample value")}. Enter your own in
          the empty fields.
          <Acts>
            <Button variant="quiet" onClick={() => focusField(first)}>
              Start with {toLabel(first)}
            </Button>
          </Acts>
        </Notice>
      )}
      {data.toConfirm.length > 0 && (
        <Section title="Statements to confirm">
          <Small>
            The shop says this to customers. If something is not true, change the texts or the rules first.
          </Small>
          <Entries>
            {data.toConfirm.map((statement) => (
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
    </>
  );
}
