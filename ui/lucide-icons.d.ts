declare module "lucide/dist/esm/icons/*.mjs" {
  const node: import("lucide").IconNode;
  export default node;
}
