-- Tries the snippet beside this file on Gettysburg without a screen, and says what arrived:
--
--     nvim --headless -u NONE -l docs/editors/neovim/try.lua                        (0.9 and newer)
--     nvim --headless -u NONE -c "luafile docs/editors/neovim/try.lua"              (0.7 and 0.8)
--
-- It wants `sandtable` on the path and the project's folder as the current one, and changes no file.

local function fail(text)
  io.stderr:write("NO: " .. text .. "\n")
  vim.cmd("cquit")
end

local function wait(what, is_so)
  if not vim.wait(60000, is_so, 50) then fail(what) end
  io.stdout:write("yes: " .. what .. "\n")
end

vim.cmd("source docs/editors/neovim/sandtable.lua")
vim.cmd("edit scenarios/gettysburg/scenario.yaml")
local function clients() return vim.lsp.get_clients and vim.lsp.get_clients() or vim.lsp.get_active_clients() end
wait("the server runs", function()
  local client = clients()[1]
  return client and client.initialized ~= nil and client.initialized ~= false
end)

local number, line
for at, text in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, false)) do
  if text:find("combat_order: confederate", 1, true) then number, line = at - 1, text end
end
vim.api.nvim_buf_set_lines(0, number, number + 1, false, { "combat_order: confedrate" })
local function findings() return vim.diagnostic.get(0) end
wait("a finding arrives", function() return #findings() > 0 end)
local finding = findings()[1]
io.stdout:write(("  line %d: %s %s\n"):format(finding.lnum + 1, tostring(finding.code), finding.message:match("[^\n]*")))
if finding.lnum ~= number then fail("at its line, " .. number + 1) end

vim.api.nvim_win_set_cursor(0, { number + 1, 16 })
local function ask(method, params)
  local answers = vim.lsp.buf_request_sync(0, method, params, 10000)
  for _, answer in pairs(answers or {}) do return answer.result end
end
local params = vim.lsp.util.make_position_params(0, "utf-16")
local offered = {}
for _, item in ipairs((ask("textDocument/completion", params) or {}).items or {}) do
  table.insert(offered, item.label)
end
io.stdout:write("  offered: " .. table.concat(offered, ", ") .. "\n")
if not vim.tbl_contains(offered, "confederate") then fail("the sides are offered") end

vim.api.nvim_buf_set_lines(0, number, number + 1, false, { line })
wait("it goes when it is mended", function() return #findings() == 0 end)
vim.cmd("qall!")
