import { useState } from "react";
import type { DataOf } from "#contract/command-data.ts";
import { toIsoDay } from "#contract/dates.ts";
import { toChoiceLabel } from "#contract/field-labels.ts";
import { capitalise, formatCount, joinFirst, uncapitalise } from "#contract/text.ts";
import { taxRates } from "#shop/catalogue/command-results.ts";
import { formatDispatchDay } from "#shop/policies/delivery-dates.ts";
import { Badge } from "#ui/badge.tsx";
import { Disclosure } from "#ui/disclosure.tsx";
import { ChangeButton } from "../changeable.tsx";
import type { Values } from "../form-values.ts";
import { NamedButton } from "../named-button.tsx";
import { ProductTitles, useProductTitle } from "../product-titles.tsx";
import { Acts, Entries, Entry, Section, Small, ViewState } from "../screen-parts.tsx";
import { SettingsFrame } from "../settings-form.tsx";
import { useView } from "../use-view.ts";

type ShownTaxes = DataOf<typeof taxRates>;

export default function TaxesScreen() {
  const { data, error, isLoading } = useView(taxRates);
  return (
    <SettingsFrame
      about="taxes"
      title="Taxes"
      lead="You see what changes before you save. Existing orders keep their rate."
    >
      <ViewState error={error} isLoading={isLoading} />
      {data && (
        <ProductTitles ids={data.rates.flatMap(({ products }) => products)}>
          <Rates {...data} />
        </ProductTitles>
      )}
    </SettingsFrame>
  );
}

const asksFor =
  (known: string) =>
  ({ rate }: Values): boolean =>
    Boolean(rate) && rate !== known;

function Rates({ values, state, rates, revision }: ShownTaxes) {
  const titleOf = useProductTitle();
  const [today] = useState(() => toIsoDay(new Date()));
  const change = { name: "taxes", expected: revision } as const;
  const place = values["company-place"];
  return (
    <>
      <Section title="All products">
        <Entries>
          <Entry>
            <div className="row middle apart gap-2">
              <strong>{values.rate} % GST</strong>
              <Acts>
                <ChangeButton
                  {...change}
                  variant="quiet"
                  of="the rate of all products"
                  title="GST of all products"
                  known={{ rate: values.rate }}
                  asked={["rate"]}
                  asksBelow={asksFor(values.rate)}
                />
              </Acts>
            </div>
            <Small>
              To {state ?? "your own state"}: CGST {Number(values.rate) / 2} % and SGST{" "}
              {Number(values.rate) / 2} %.
            </Small>
            <Small>To every other state: IGST {values.rate} %.</Small>
          </Entry>
          <Entry>
            <div className="row middle apart gap-2">
              <strong>Which state decides</strong>
              <Acts>
                <ChangeButton
                  {...change}
                  variant="quiet"
                  of="the place of supply of companies"
                  title="Place of supply for companies"
                  known={{ "company-place": place }}
                  asked={["company-place"]}
                />
              </Acts>
            </div>
            <Small>Customers: the state of the delivery address.</Small>
            <Small>Companies with a GSTIN: {uncapitalise(toChoiceLabel("company-place", place))}.</Small>
          </Entry>
        </Entries>
      </Section>
      <Section
        title="Other rates"
        actions={
          <ChangeButton
            {...change}
            title="New rate"
            known={{}}
            asked={["hsn", "products", "rate", "from"]}
            needed={["rate"]}
            asksBelow={asksFor("")}
          >
            Add a rate
          </ChangeButton>
        }
      >
        {rates.length === 0 && <Small>None. Add a rate for an HSN, some products or a later day.</Small>}
        <Entries>
          {rates.map(({ goods, hsn, products, rate, from }) => {
            const titles = products.map(titleOf);
            const name = titles.length > 0 ? joinFirst(titles, 1) : goods;
            const taxed = { hsn: hsn ?? "", products: products.join("\n"), from: from ?? "" };
            return (
              <Entry
                key={`${goods} ${from}`}
                head={
                  <>
                    <strong>
                      {capitalise(name)}: {rate} %
                    </strong>
                    {from !== null && from > today && <Badge>Not yet</Badge>}
                  </>
                }
              >
                {from !== null && (
                  <Small>
                    From {formatDispatchDay(new Date(from))} {from.slice(0, 4)}
                  </Small>
                )}
                {titles.length > 1 && (
                  <Disclosure summary={formatCount(titles.length, "product")}>{titles.join(", ")}</Disclosure>
                )}
                <Acts>
                  <ChangeButton
                    {...change}
                    of={`the rate of ${name}`}
                    title={`GST of ${name}`}
                    known={{ ...taxed, rate: String(rate) }}
                    asked={["rate"]}
                    asksBelow={asksFor(String(rate))}
                  />
                  <NamedButton
                    {...change}
                    text="Remove"
                    of={`the rate of ${name}`}
                    variant="secondary"
                    values={{ ...taxed, rate: "none" }}
                  />
                </Acts>
              </Entry>
            );
          })}
        </Entries>
      </Section>
    </>
  );
}
