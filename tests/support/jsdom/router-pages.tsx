import { screen } from "@testing-library/react";
import { carry, useCarried } from "#client/links.tsx";
import { useActivity, useLocation, usePageState, useParams } from "#client/router/react.tsx";

export const Home = () => (
  <nav>
    <h1>Home</h1>
    <a href="/bowls?page=2#first">Bowls</a>
    <a href="/product/oak%20bowl" {...carry({ title: "Oak" })}>
      Oak bowl
    </a>
    <a href="/">Home again</a>
    <a href="#footer">Further down</a>
    <a href="/bowls" target="_blank" rel="noopener">
      In a new tab
    </a>
    <a href="/bowls" download>
      To keep
    </a>
    <a href="https://elsewhere.example/bowls">Elsewhere</a>
    <span>{useActivity()}</span>
  </nav>
);

export const Product = () => {
  const carried = useCarried<{ title: string }>();
  return (
    <h1>
      {useParams()["id"]}, carried {carried?.title ?? "nothing"}
    </h1>
  );
};

export const Bowls = () => (
  <>
    <h1>Bowls{useLocation().search}</h1>
    <p>{String(usePageState().data)}</p>
  </>
);

export const readHeading = () => screen.getByRole("heading").textContent;
export const readAddress = () => location.pathname + location.search + location.hash;
