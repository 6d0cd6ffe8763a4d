import type { OxlintConfig } from "oxlint";

export default {
  plugins: ["typescript", "react", "jsx-a11y", "import", "unicorn", "oxc", "promise"],
  categories: {
    correctness: "error",
    suspicious: "error",
  },
  rules: {
    "typescript/no-explicit-any": "error",
    "typescript/no-misused-promises": "error",
    "typescript/switch-exhaustiveness-check": "error",
    eqeqeq: "error",
    "react/rules-of-hooks": "error",
    "react/exhaustive-deps": "error",
    "import/no-cycle": "error",
    "react/react-in-jsx-scope": "off",
    "import/no-unassigned-import": "off",
    "react/forbid-dom-props": [
      "error",
      {
        forbid: ["style"],
      },
    ],
    // client/head.ts writes these elements, so components must not render them.
    "react/forbid-elements": [
      "error",
      {
        forbid: ["html", "head", "body", "title", "meta", "link", "style", "script"],
      },
    ],
    "typescript/no-unsafe-type-assertion": "off",
    "unicorn/consistent-function-scoping": "off",
    "typescript/consistent-return": "off",
    "promise/always-return": "off",
    "jsx-a11y/control-has-associated-label": "off",
    "jsx-a11y/prefer-tag-over-role": "off",
    "no-shadow": "off",
    "no-underscore-dangle": [
      "error",
      {
        allow: ["_id"],
      },
    ],
    "typescript/unbound-method": "off",
    "typescript/no-unnecessary-type-parameters": "off",
    "typescript/require-array-sort-compare": [
      "error",
      {
        ignoreStringArrays: true,
      },
    ],
    "import/no-named-as-default-member": "off",
    "unicorn/require-post-message-target-origin": "off",
    "promise/no-callback-in-promise": "off",
    "react/exhaustive-effect-dependencies": "off",
    "react/set-state-in-effect": "off",
    "react/immutability": "off",
    "no-control-regex": "off",
  },
  ignorePatterns: ["dist", "data", "node_modules", "test-results"],
  overrides: [
    {
      files: ["tests/journeys/**/*.ts", "tests/support/**/*.ts"],
      rules: {
        "react/rules-of-hooks": "off",
        "eslint/no-empty-pattern": "off",
      },
    },
    {
      files: ["tests/journeys/**/*.ts"],
      rules: {
        "no-restricted-properties": [
          "error",
          {
            property: "waitForTimeout",
            message: "Wait for a visible change, not for a fixed time.",
          },
        ],
        "no-restricted-globals": [
          "error",
          {
            name: "setTimeout",
            message: "Wait for a visible change, not for a fixed time.",
          },
        ],
        "no-restricted-imports": [
          "error",
          {
            paths: [
              {
                name: "node:timers/promises",
                message: "Wait for a visible change, not for a fixed time.",
              },
            ],
          },
        ],
      },
    },
  ],
} satisfies OxlintConfig;
