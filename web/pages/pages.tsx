import { Outlet } from "react-router";
import { usePageHead } from "../shell/page-head.ts";

/** Whichever page the address shows, under its own title. */
export function Pages() {
  usePageHead();
  return <Outlet />;
}
