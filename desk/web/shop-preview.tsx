import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { DRAWN_NAME } from "#contract/logo-drawing.ts";
import { formatRupeesGrouped } from "#contract/money.ts";
import { getAbout, getTagline } from "#shop/brand/brand.ts";
import { deriveColours } from "#shop/brand/derive-colours.ts";
import { productList } from "#shop/catalogue/command-results.ts";
import { Badge } from "#ui/badge.tsx";
import { BrandContext, Logo, LogoMark } from "#ui/logo.tsx";
import { Thumb } from "./order-parts.tsx";
import { Section, Small } from "./screen-parts.tsx";
import styles from "./shop-preview.module.css";
import { useView } from "./use-view.ts";
import type { Value } from "./form-values.ts";

interface ShopPreviewProps {
  /** The values in the fields, which need not be saved yet. */
  typed: Readonly<Record<string, Value>>;
  /** The saved drawings, as SVG. */
  logo: string | null | undefined;
  mark: string | null | undefined;
}

/** A part of the shop with the typed name, texts, colours, fonts and logos. */
export function ShopPreview({ typed, logo, mark }: ShopPreviewProps) {
  const shop = useRef<HTMLDivElement>(null);
  const { data: products = [] } = useView({ ...productList, options: { limit: "20" } });
  const product = products.find(({ hidden, picture }) => !hidden && picture !== null);
  const drawings = {
    logo: useDrawing(typed["logo"], logo),
    mark: useDrawing(typed["mark"], mark),
  };
  const read = (name: string) => {
    const value = typed[name];
    return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
  };
  const [main, accent] = ["main-colour", "accent-colour"].map((name) => {
    const colour = read(name)?.toLowerCase();
    return /^#[0-9a-f]{6}$/.test(colour ?? "") ? colour : undefined;
  });
  const [heading, text] = ["heading-font", "text-font"].map(read);
  useLayoutEffect(() => {
    const { style } = shop.current ?? {};
    if (!style) return;
    style.cssText = "";
    for (const [name, colour] of Object.entries(deriveColours({ main, accent })))
      style.setProperty(`--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`, colour);
    for (const [name, font] of Object.entries({ heading, text }))
      if (font !== undefined) style.setProperty(`--font-${name}`, `"${font}", sans-serif`);
  }, [main, accent, heading, text]);
  useEffect(() => {
    if (heading !== undefined) loadFont(heading);
    if (text !== undefined) loadFont(text, "rupee");
  }, [heading, text]);
  const [name = DRAWN_NAME, about] = ["name", "about"].map(read);
  const brand = {
    name,
    ...Object.fromEntries(
      Object.entries(drawings).flatMap(([of, svg]) =>
        svg ? [[of, { src: toAddress(svg, main), ...UNTIL_LOADED }]] : [],
      ),
    ),
  };
  return (
    <Section title="Preview">
      <BrandContext value={brand}>
        <div ref={shop} className={styles.shop} inert>
          <p className={styles.tab}>
            <LogoMark className={styles.icon} />
            <span>
              {name}: {getTagline({ tagline: read("tagline") })}
            </span>
          </p>
          <div className={styles.page}>
            <Logo className={styles.logo} />
            <p className={styles.heading}>New from the workshop</p>
            <div className={styles.product}>
              <Thumb href={product?.picture ?? null} title="" />
              <span>
                {product?.title ?? "Teak Tray"}
                <span className="row middle gap-2 tabular">
                  {formatRupeesGrouped(product?.inclusivePrice ?? SAMPLE_PRICE)}{" "}
                  <Badge tone="waiting">New</Badge>
                </span>
              </span>
            </div>
            <span className={styles.button}>Add to Bag</span>
            <Small>Order {(read("order-prefix") ?? "TRV").toUpperCase()}-7K3M9Q</Small>
          </div>
          <p className={styles.about}>{about ?? getAbout(undefined)}</p>
        </div>
      </BrandContext>
    </Section>
  );
}

function useDrawing(typed: Value, saved: string | null | undefined): string | null {
  const [read, setRead] = useState<{ file: File | undefined; drawing: string } | null>(null);
  const file = Array.isArray(typed) ? typed[0] : undefined;
  useEffect(() => {
    let isCurrent = true;
    const picture = file && /png|jpeg|webp/.test(file.type) ? URL.createObjectURL(file) : null;
    (picture === null ? file?.text() : Promise.resolve(picture))?.then(
      (drawing) => {
        if (isCurrent) setRead({ file, drawing });
      },
      // The file was changed or removed after it was chosen. Saving the form shows the error.
      () => {},
    );
    return () => {
      isCurrent = false;
      if (picture !== null) URL.revokeObjectURL(picture);
    };
  }, [file]);
  return file && read?.file === file ? read.drawing : (saved ?? null);
}

/** Returns the URL of a drawing. Gives an SVG the main colour for its parts without a colour, as in the shop. */
const toAddress = (svg: string, main: string | undefined): string =>
  svg.startsWith("blob:")
    ? svg
    : `data:image/svg+xml,${encodeURIComponent(main === undefined ? svg : svg.replace("<svg ", `<svg color="${main}" `))}`;

const SAMPLE_PRICE = 129_900;

/** The size of the standard logo. A loaded drawing has its own proportions. */
const UNTIL_LOADED = { width: 313, height: 64 };

const loadedFonts = new Set<string>(["Marcellus", "Figtree"]);

/** Loads a font that the owner can choose. The rupee sign of a text font is in a separate file. */
function loadFont(name: string, rupee?: "rupee"): void {
  if (loadedFonts.has(name) || !("FontFace" in globalThis)) return;
  loadedFonts.add(name);
  const file = `/brand/${name.toLowerCase().replaceAll(" ", "-")}`;
  const weight = "400 700";
  document.fonts.add(new FontFace(name, `url("${file}.woff2")`, { weight }));
  if (rupee)
    document.fonts.add(new FontFace(name, `url("${file}-rupee.woff2")`, { weight, unicodeRange: "U+20B9" }));
}
