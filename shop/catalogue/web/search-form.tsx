import { links } from "#contract/links.ts";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";
import styles from "./search-form.module.css";

export const SearchForm = ({ text = "" }: { text?: string }) => (
  <form role="search" action={links.products()} method="get" className={styles.form}>
    <TextField
      label="Search the shop"
      type="search"
      name="search"
      enterKeyHint="search"
      maxLength={60}
      defaultValue={text}
    />
    <Button type="submit" variant="secondary">
      Search
    </Button>
  </form>
);
