declare module "libheif-js/wasm-bundle.js" {
  export interface HeifImage {
    is_primary(): boolean;
    get_width(): number;
    get_height(): number;
    display(into: Pixels, done: (shown: Pixels | null) => void): void;
    free(): void;
  }

  export interface Pixels {
    data: Uint8ClampedArray;
    width: number;
    height: number;
  }

  const libheif: {
    HeifDecoder: new () => { decode(file: Uint8Array): HeifImage[]; decoder: { delete(): void } };
  };
  export default libheif;
}
