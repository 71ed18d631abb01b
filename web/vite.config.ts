import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

export default defineConfig({
  plugins: [react(), tailwindcss()],
  resolve: { alias: { "@": fileURLToPath(new URL("./src", import.meta.url)) } },
  build: {
    outDir: "../src/nukki/server/static",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    manifest: true, // size.mjs reads from it what a first screen loads
    // what several places need comes in one file: a dozen small ones wait for each other
    rolldownOptions: {
      output: {
        codeSplitting: { groups: [{ name: "shared", minShareCount: 2, test: /\.m?[jt]sx?$/ }] },
      },
    },
  },
  server: { proxy: { "/api": process.env.NUKKI_API ?? "http://127.0.0.1:8787" } },
  test: {
    environment: "happy-dom",
    setupFiles: "src/testing.ts",
    restoreMocks: true,
    testTimeout: 20_000,
  },
});
