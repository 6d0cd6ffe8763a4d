import type { DataOf } from "#contract/command-data.ts";
import { taxRates } from "#shop/catalogue/command-results.ts";
import { formatDay } from "#contract/dates.ts";
import { ChangeButton } from "../changeable.tsx";
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
      lead="Before a rate is saved, the desk shows how many products change. Existing orders keep their rate."
    >
      {data ? <Rates {...data} /> : <ViewState error={error} isLoading={isLoading} />}
    </SettingsFrame>
  );
}

function Rates({ values, rates, revision }: ShownTaxes) {
  const change = { name: "taxes", expected: revision } as const;
  return (
    <>
      <Section title="All products">
        <Entries>
          <Entry>
            <strong>{values.rate} % GST</strong>
            <Small>for products without their own rate below: half of it is CGST, the other half SGST</Small>
            <Acts>
              <ChangeButton
                {...change}
                of="the rate of all products"
                title="GST of all products"
                known={{ rate: values.rate }}
                asked={["rate"]}
              />
            </Acts>
          </Entry>
          <Entry>
            <strong>
              {values["company-place"] === "ship-to"
                ? "State of the delivery address"
                : "State of the GST registration"}
            </strong>
            <Small>This is the place of supply on invoices to companies with a GSTIN.</Small>
            <Acts>
              <ChangeButton
                {...change}
                of="the place of supply of companies"
                title="Place of supply for companies"
                known={{ "company-place": values["company-place"] }}
                asked={["company-place"]}
              />
            </Acts>
          </Entry>
        </Entries>
      </Section>
      <ProductTitles ids={rates.flatMap(({ products }) => products)}>
        <OtherRates rates={rates} revision={revision} />
      </ProductTitles>
    </>
  );
}

function OtherRates({ rates, revision }: Omit<ShownTaxes, "values">) {
  const titleOf = useProductTitle();
  const change = { name: "taxes", expected: revision } as const;
  return (
    <Section
      title="Rates for some products, or from a later day"
      actions={
        <ChangeButton {...change} title="New rate" known={{}} asked={["hsn", "rate", "from", "products"]}>
          Add a rate
        </ChangeButton>
      }
    >
      {rates.length === 0 && <p>No product has its own rate.</p>}
      <Entries>
        {rates.map(({ goods, hsn, products, rate, from }) => {
          const name = products.length > 0 ? products.map(titleOf).join(", ") : goods;
          const taxed = { hsn: hsn ?? "", products: products.join("\n"), from: from ?? "" };
          return (
            <Entry key={`${goods} ${from}`}>
              <strong>
                {name}: {rate} % GST
              </strong>
              <Small>{from === null ? "at all times" : `from ${formatDay(new Date(from))}`}</Small>
              <Acts>
                <ChangeButton
                  {...change}
                  of={`the rate of ${name}`}
                  title={`GST of ${name}`}
                  known={{ ...taxed, rate: String(rate) }}
                  asked={["rate"]}
                />
                <NamedButton
                  name="taxes"
                  text="Remove"
                  of={`the rate of ${name}`}
                  variant="secondary"
                  expected={revision}
                  values={{ ...taxed, rate: "none" }}
                />
              </Acts>
            </Entry>
          );
        })}
      </Entries>
    </Section>
  );
}
