-- Starts `sandtable lsp` for YAML and GeoJSON: put this file into ~/.config/nvim/plugin/.
-- For Neovim 0.7 and newer.

local function start(buffer)
  local path = vim.api.nvim_buf_get_name(buffer)
  -- One server for all files below the folder that holds the battles and maps, or the file's own folder.
  local root = vim.fn.finddir(".git/..", vim.fn.fnamemodify(path, ":p:h") .. ";")
  root = root ~= "" and vim.fn.fnamemodify(root, ":p") or vim.fn.fnamemodify(path, ":p:h")
  local server = { name = "sandtable", cmd = { "sandtable", "lsp" }, root_dir = root }
  if vim.lsp.start then
    vim.lsp.start(server, { bufnr = buffer })
    return
  end
  for _, client in pairs(vim.lsp.get_active_clients()) do
    if client.name == server.name and client.config.root_dir == root then
      return vim.lsp.buf_attach_client(buffer, client.id)
    end
  end
  vim.lsp.buf_attach_client(buffer, vim.lsp.start_client(server))
end

vim.api.nvim_create_autocmd({ "BufReadPost", "BufNewFile" }, {
  pattern = { "*.yaml", "*.yml", "*.geojson" },
  callback = function(event) start(event.buf) end,
})
